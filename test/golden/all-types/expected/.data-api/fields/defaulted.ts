/** What the code of `defaulted` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  aString:
    'string(255), default "a */ b `c` ${d} \'e\' \\"f\\" \\\\ {{g}} <!-- h --> \\r\\n\\t i \u2028 j \u2029 k  l \u200b m \u202e n � //"',
  aText: 'text, nullable, default ""',
  aRichtext: 'richtext, default "<p>`${0}`</p>"',
  anEnum: 'enum, one of ["a","b"], default "b"',
  aList: 'list of decimal(38, 10), default ["1.5","2"]',
  anInt: "int, default -1",
  aBigint: 'bigint, default "9223372036854775807"',
  aSmallBigint: "bigint, nullable, default 42",
  aFloat: "float, default 1e-7",
  aDecimal: 'decimal(38, 10), default "12.5"',
  aBoolean: "boolean, default false",
  aDate: 'date, default "2024-02-29"',
  aDatetime: 'datetime(3), nullable, default "2024-02-29T12:00:00.000Z"',
  aLocalDatetime:
    'datetime(3, none), nullable, default "2024-02-29T13:00:00.000"',
  aTime: 'time(3), default "08:30:00"',
  aDuration: 'duration(6), default "P1Y2M"',
  aYear: "year, nullable, default 2024",
  aUuid: 'uuid, default "a9b1c2d3-0000-4000-8000-00000000000f"',
  aJson: 'json, default {"a key":[1,"2",null,{"b":true}]}',
  anotherJson: 'json, nullable, default {"__proto__":{"a":[]}}',
  aNull: "string(255), nullable, default null",
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
