/** What the code of `listed` was generated for. With another configuration the server does not start. */
export const fields = {
  id: "int, read-only",
  aString:
    'string(255), required, one of ["draft","it\'s","\\"","`${}`","\u2028"]',
  aText: 'text, nullable, one of ["one"]',
  anInt: "int, one of [-1,0,1], default 0",
  aBigint: 'bigint, nullable, one of [1,"9223372036854775807"]',
  aFloat: "float, required, one of [0.1,1e+21]",
  aDecimal: 'decimal(38, 10), nullable, one of ["0.1","1"]',
  aBoolean: "boolean, required, one of [true]",
  aDate: 'date, nullable, one of ["2024-02-29"]',
  aDatetime: 'datetime(3), required, one of ["2024-02-29T12:00:00.000Z"]',
  anOffsetDatetime:
    'datetime(3, offset), required, one of ["2024-02-29T13:00:00.000+01:00","2024-02-29T12:00:00.000+00:00"]',
  aTime: 'time(1), required, one of ["08:30:00.5","17:00:00"]',
  aDuration: 'duration(6), nullable, one of ["PT15M","PT30M"]',
  aYear: "year, nullable, one of [0,2024]",
  aUuid: 'uuid, nullable, one of ["a9b1c2d3-0000-4000-8000-00000000000f"]',
  createdat: "datetime, read-only",
  updatedat: "datetime, read-only",
};
