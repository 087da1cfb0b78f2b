import { gzipSync } from "node:zlib";
import { hostileTexts } from "../conformance/cases/bad-input.js";
import { paths } from "../conformance/paths.js";
import type { Probe } from "./exchange.js";

const JSON_TYPE = "Content-Type: application/json";
const RECORD = "Prefer: return=representation";
const STRICT = "Prefer: handling=strict";

const get = (path: string, ...headers: string[]): Probe => ({ method: "GET", path, headers });
const post = (entity: string, body: string | Buffer, ...headers: string[]): Probe => {
  return { method: "POST", path: `/api/data/${entity}`, headers: [JSON_TYPE, ...headers], body };
};
const patch = (entity: string, id: string, body: string, ...headers: string[]): Probe => {
  return { method: "PATCH", path: `/api/data/${entity}/${id}`, headers: [JSON_TYPE, ...headers], body };
};
const put = (entity: string, id: string, body: string, ...headers: string[]): Probe => {
  return { ...patch(entity, id, body, ...headers), method: "PUT" };
};
const remove = (entity: string, id: string, ...headers: string[]): Probe => {
  return { method: "DELETE", path: `/api/data/${entity}/${id}`, headers };
};
const where = (condition: string, orderBy = "id"): Probe =>
  get(paths.findByCondition("blogpost", condition, orderBy, 0, 50));

const full = JSON.stringify({
  ...{
    title: "I like trains",
    content: "<p>é \u{1f600}</p>",
    state: "public",
    level: 2,
    views: "7",
    big: "9223372036854775807",
  },
  ...{ score: 0.1, price: "12.50", done: "1", day: "2024-02-29", at: "2024-02-29T12:00:00+01:00" },
  ...{
    key: "123E4567-E89B-42D3-A456-426614174000",
    data: { a: [1, null, "x"] },
    author: "me",
    reviewed: true,
  },
});

const writes: readonly Probe[] = [
  post("blogpost", full, RECORD),
  post("blogpost", full),
  post("blogpost", '{"title":"a"}'),
  post("blogpost", '{"TITLE":"b","Views":null,"done":null,"state":null}', RECORD),
  post("blogpost", '{"title":"c","big":9007199254740993,"price":1234567.125,"score":1e308}', RECORD),
  post(
    "blogpost",
    '{"title":"d","big":9007199254740992,"price":123456789.012,"score":0.30000000000000004}',
    RECORD,
  ),
  post("blogpost", '{"title":"e","must":null}'),
  post("blogpost", '{"title":"e","must":{"__proto__":{"x":1}}}', RECORD),
  post("blogpost", '{"__proto__":{"title":"p"}}'),
  post("blogpost", '{"title":"f","constructor":1,"toString":2,"nope":3}', RECORD),
  post("blogpost", '{"title":"f","constructor":1,"id":2,"nope":3,"reviewed":true,"createdat":0}', STRICT),
  post("blogpost", "{}"),
  post("blogpost", '{"title":null}'),
  post("blogpost", `{"title":"${"x".repeat(40)}"}`),
  post("blogpost", `{"title":"${"x".repeat(41)}"}`),
  post(
    "blogpost",
    '{"title":5,"content":[],"state":"x","level":4,"views":"x","big":1.5,"score":"x","price":"1.0001"}',
  ),
  post(
    "blogpost",
    '{"title":"t","done":2,"day":"2023-02-29","at":"now","key":"x","data":"\\u0000","author":{},"must":null}',
  ),
  post("blogpost", '{"title":"t","level":"3"}', RECORD),
  post("blogpost", '{"title":"t","level":true,"state":5}'),
  post("blogpost", '{"title":"t","Title":"u"}'),
  post("blogpost", '{"title":"t","title":"u"}', RECORD),
  post("blogpost", '{"title":"\\ud800"}'),
  post("blogpost", '{"title":"t","data":12345678901234567890}'),
  post("blogpost", '{"title":"t","data":[0.30000000000000004,1e21]}', RECORD),
  ...[
    "",
    " ",
    "{",
    "[]",
    "null",
    "5",
    '"x"',
    "{'a':1}",
    '{"title":"a"}x',
    "\ufeff{}",
    "title=a",
    "[".repeat(40),
  ].map((body) => post("blogpost", body)),
  post("blogpost", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
  post("blogpost", gzipSync('{"title":"zipped"}'), "Content-Encoding: gzip", RECORD),
  post("blogpost", '{"title":"x"}', "Content-Encoding: gzip"),
  post("blogpost", '{"title":"x"}', "Content-Encoding: zip"),
  post("blogpost", `{"title":"a","content":"${"x".repeat(102_400)}"}`),
  post("small", '{"text":"fits"}'),
  post("small", `{"text":"${"x".repeat(64)}"}`),
  ...["text/plain", "application/json; charset=latin1", "application/merge-patch+json", ""].map(
    (type): Probe => {
      return {
        method: "POST",
        path: "/api/data/blogpost",
        headers: [`Content-Type: ${type}`],
        body: '{"title":"t"}',
      };
    },
  ),
  { method: "POST", path: "/api/data/blogpost" },
  {
    method: "POST",
    path: "/api/data/blogpost/",
    headers: [JSON_TYPE, "Transfer-Encoding: chunked"],
    body: "2\r\n{}\r\n0\r\n\r\n",
  },
  ...["k", '"k"', "k,k", "a b", "", "x".repeat(256)].map((key) =>
    post("country", '{"code":"k","name":"n"}', `Idempotency-Key: ${key}`, RECORD),
  ),
  post("country", '{"code":"k2","name":"n"}', "Idempotency-Key: k"),
  ...['"x"', "*", 'W/"x", "y"', "x", '"x" "y"', ""].flatMap((tags) =>
    ["If-Match", "If-None-Match"].flatMap((name) => [
      get(paths.findById("country", "k"), `${name}: ${tags}`),
      patch("country", "k", '{"name":"m"}', `${name}: ${tags}`),
      patch("country", "nowhere", '{"name":"m"}', `${name}: ${tags}`),
      remove("country", "nowhere", `${name}: ${tags}`),
    ]),
  ),
  post("comment", '{"post":1,"text":"fine"}', RECORD),
  post("comment", '{"post":9999,"text":"nothing"}'),
  post("comment", '{"post":"1","text":""}'),
  post("delete", '{"class":"x","from":1,"updatedat":"kept out"}', RECORD),
  post("seen", '{"title":"hidden"}', RECORD),
  post("seen", '{"title":"shown"}', RECORD),
  post("guarded", '{"title":"no"}'),
  post("guarded", '{"title":"yes"}', "Prefer: return=minimal"),
  post("country", '{"code":"a/b","name":"n"}'),
  post("country", '{"code":"a/b"}'),
  post("country", '{"code":"..%","name":"n"}', RECORD),
  post("country", '{"code":"","name":5}'),
  post("country", '{"name":"n"}'),
  post("country", `{"code":"${"x".repeat(9)}"}`),
  patch("country", "a%2Fb", '{"code":"c","name":"m"}', RECORD),
  patch("country", "a%2Fb", '{"code":"c"}', STRICT),
  patch("country", "x".repeat(9), '{"name":"m"}'),
  remove("country", "..%25", RECORD),
  post("line", '{"order":"a/b","nr":1,"text":"t"}'),
  post("line", '{"order":"a/b","nr":"2"}', RECORD),
  post("line", '{"order":"a/b","nr":2}'),
  post("line", '{"order":"","nr":null}'),
  put("line", "a%2Fb/1", '{"text":"u","nr":5}', RECORD),
  patch("line", "a%2Fb/01", '{"text":"u"}'),
  patch("line", `${"x".repeat(9)}/y`, '{"text":"u"}'),
  patch("line", "a%2Fb/3", '{"text":"u"}'),
  patch("line", "a%2Fb", '{"text":"u"}'),
  remove("line", "a%2Fb/2", RECORD),
  remove("line", "a%2Fb/2"),
  post("counted", '{"CountedId":5}'),
  post("counted", '{"CountedId":5}', STRICT),
  remove("counted", "1", RECORD),
  post("readonly", '{"title":"t"}'),
  post("closed", "{"),
  post("nothing", "{}"),
  patch("blogpost", "1", '{"views":"8","author":"you"}', RECORD),
  put("blogpost", "1", '{"VIEWS":9}'),
  patch("blogpost", "1", '{"author":"you"}'),
  patch("blogpost", "1", "{}"),
  patch("blogpost", "1", '{"title":null,"state":"x","must":null}'),
  patch("blogpost", "1", '{"id":5,"author":"x","nope":1,"views":1}', STRICT),
  patch("blogpost", "2", '{"key":"123e4567-e89b-42d3-a456-426614174000"}'),
  patch("blogpost", "9999", '{"views":1}'),
  patch("blogpost", "x", '{"views":1}'),
  patch("blogpost", "1", "[]"),
  put("blogpost", "1", '{"reviewed":"true","data":null,"big":-9223372036854775808}', RECORD),
  patch("seen", "1", '{"title":"x"}'),
  patch("seen", "2", '{"title":"y"}', RECORD),
  patch("guarded", "1", '{"title":"no"}'),
  patch("closed", "x", "{"),
  remove("blogpost", "1"),
  remove("blogpost", "3", RECORD),
  remove("blogpost", "3"),
  remove("blogpost", "x"),
  remove("seen", "1"),
  remove("guarded", "1"),
  remove("readonly", "1"),
  remove("nothing", "1"),
];

const reads: readonly Probe[] = [
  ...["id", "~id", "TITLE", "~views", "big", "~price", "score", "day", "~key", "state", "createdat"].map(
    (orderBy) => get(paths.findAll("blogpost", orderBy, 1, 5)),
  ),
  ...["data", "nope", "", "~", "~~id", "titel", "__proto__"].map((orderBy) =>
    get(`/api/data/blogpost/public/findall/${orderBy}/0/5`),
  ),
  ...[
    ["0", "0"],
    ["0", "100"],
    ["0", "101"],
    ["-1", "1"],
    ["x", "y"],
    ["1e1", "1"],
    ["9007199254740992", "1"],
  ].map(([skip = "", take = ""]) => get(paths.findAll("blogpost", "id", skip, take))),
  ...["1", "2", "0", "-1", "9999", "x", "1.0", "01", "2147483648", "%31", "1%00"].map((id) =>
    get(`/api/data/blogpost/public/findbyid/${id}`),
  ),
  ...[
    "title=a",
    'title="a"',
    "title~train|views>5&done=true",
    "(title~a|title~b)&(level=null|level>1)",
    "big=9223372036854775807",
    "price>=12.5&price<13",
    "score=0.1",
    "day>2024-01-01",
    "at<2024-02-29T12:00:00Z",
    "key=123E4567-e89b-42d3-a456-426614174000",
    "data<>null",
    "data=1",
    "state=nope",
    "author=null",
    "title",
    "title=",
    "=",
    "title='a' or 1=1",
    'title="a',
    "titel=a&views=x&done~1&((day=5))",
    "((((",
    `${"(".repeat(33)}id=1`,
    "x".repeat(4097),
    "title~%",
    "title~_",
  ].map((condition) => where(condition)),
  where("id>0", "~title"),
  where("id>0", "nope"),
  get(paths.findAll("comment")),
  get(paths.findAll("DELETE", "from")),
  get(paths.findAll("seen")),
  get(paths.findByCondition("seen", 'title="hidden"|id>0', "id", 0, 9)),
  get(paths.findAll("readonly", "id", 0, 1)),
  ...["a%2Fb", "A%2FB", "..", "x", "%ff"].map((code) => get(`/api/data/country/public/findbyid/${code}`)),
  ...["a%2Fb/1", "a%2Fb/x", "a%2Fb", "a%2Fb/1/2", "/1", "x/9"].map((id) =>
    get(`/api/data/line/public/findbyid/${id}`),
  ),
  get(paths.findAll("country", "~code")),
  get(paths.findAll("country", "id")),
  get(paths.findAll("line", "text")),
  get(paths.findByCondition("line", "order~a&nr<2", "~order")),
  get(paths.findAll("counted", "~CountedId")),
  ...["OPTIONS", "PURGE"].flatMap((method) =>
    ["/a", "/a/1", "/public/findbyid/a/1", "/a/1/2"].map((path): Probe => {
      return { method, path: `/api/data/line${path}` };
    }),
  ),
  get(paths.findAll("closed", "nope", "x")),
  get(paths.findAll("nothing")),
  get(paths.findAll("blogposts")),
  get("/api/data/blogpost/private/findall/id/0/5"),
  get("/api/data/blogpost/other/findall/id/0/5"),
  get("/api/data/blogpost/public/findall/id/0/5?x=1#y"),
  get("/API/DATA/BLOGPOST/PUBLIC/FINDBYID/2/"),
  get(
    "/api/data/blogpost/public/findbyid/2",
    "Accept: text/html",
    "If-None-Match: *",
    "Range: bytes=0-1",
    "Authorization: Bearer x",
  ),
  ...[
    "/",
    "/api",
    "/api/data",
    "/api/data/",
    "/api/data/blogpost",
    "/api/data/blogpost/2",
    "/api/data/%zz",
    "/api/data/nothing#%zz",
  ].map((path) => get(path)),
  ...[
    "/api/data/blogpost/public/findall/%ff/0/1",
    "/api/data/blogpost/public//findall/id/0/1",
    "http://other/api/data/nothing",
  ].map((path) => get(path)),
  ...["HEAD", "OPTIONS", "POST", "PUT", "TRACE", "PROPFIND"].flatMap((method) =>
    [
      "/api/data/blogpost",
      "/api/data/blogpost/2",
      "/api/data/blogpost/public/findbyid/2",
      "/api/data/nothing",
      "/x",
    ].map((path): Probe => ({ method, path })),
  ),
];

/** Every kind of JSON value as the value of a condition, for fields of different types. */
const conditions: readonly Probe[] = [
  "5",
  "1",
  "1.5",
  "true",
  '"5"',
  '" 5 "',
  '"true"',
  '"x"',
  "null",
  "{}",
].flatMap((value) =>
  ["title", "state", "level", "big", "price", "done", "day", "key", "data"].flatMap((name) =>
    [value, `{"gt":${value}}`, `{"in":["a",${value}]}`, `{"contains":${value}}`].map((test) =>
      post("blogpost/query", `{"where":{"${name}":${test}},"select":"id"}`),
    ),
  ),
);

const hostile: readonly Probe[] = hostileTexts
  .filter((text) => text.length < 4000)
  .flatMap((text) => [
    get(paths.findAll("blogpost", text, 0, 5)),
    get(paths.findById("blogpost", text)),
    where(text),
    where(`title="${text.replace(/["\\]/g, "\\$&")}"`),
    get(paths.findAll(text, "id", 0, 5)),
    post("blogpost", JSON.stringify({ title: text.slice(0, 40), content: text, [text]: 1 }), RECORD),
    patch("blogpost", "2", JSON.stringify({ [text]: text }), STRICT),
  ]);

/** The probes, in the order in which both servers get them. */
export const probes: readonly Probe[] = [...writes, ...reads, ...conditions, ...hostile];
