import { beforeAll, describe, expect, test } from "vitest";
import type { EntityConfig } from "data-api";
import messages from "../../examples/messages/data-api.config.js";
import seed from "../../examples/messages/seed.js";
import { bearer, ownUsers, type Headers } from "../conformance/callers.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { callTool, contentOf, sendMessage } from "./call-tool.js";

// A model knows nothing but what describe_entities says. Each question is answered by a few calls, whose names all come
// from the descriptions before, and which together fill little of a model's memory.

const MAX_CALLS = 4;
const MAX_BYTES = 20_000;

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];
type Question = readonly [question: string, answer: RegExp, ...calls: readonly Call[]];

const read = (entity: string, args: object = {}): Call => ["read_records", { entity, ...args }];
const sum = (entity: string, select: string, args: object = {}): Call => [
  "aggregate_records",
  { entity, select, ...args },
];
const full = (...entities: string[]): Call => ["describe_entities", { entities }];

/** Asked by Olga, about the example. */
const ofMessages: readonly Question[] = [
  [
    "What can I buy?",
    /A piano.*A garden bench/,
    read("item", { where: "issold=false", select: "title,price" }),
  ],
  [
    "Which item is the cheapest?",
    /A garden bench/,
    read("item", { orderBy: "price", take: 1, select: "title,price" }),
  ],
  ["What do all items cost together?", /"sum\(price\)":"670"/, sum("item", "sum(price)")],
  ["What is the average price?", /"avg\(price\)":"335"/, sum("item", "avg(price)")],
  [
    "Who sells the garden bench?",
    /paul/,
    read("item", { where: 'title="A garden bench"', select: "owner(username,city)" }),
  ],
  ["How many items does each city offer?", /Oslo.*"count\(\)":1/, sum("item", "owner.city,count()")],
  ["Which items are about music?", /A piano/, read("item", { where: "tags(name=music)", select: "title" })],
  [
    "Which tags have no items?",
    /"items":\[\],"count":0/,
    read("tag", { where: "items=null", select: "name" }),
  ],
  [
    "How many items has each tag?",
    /garden.*"count\(items\)":1/,
    read("tag", { select: "name,count(items)" }),
  ],
  [
    "Have I unread messages?",
    /Is the piano in tune/,
    read("message", { where: "isread=false", select: "text,owner(username)" }),
  ],
  ["Who wrote to me?", /paul/, read("message", { select: "owner(username)" })],
  [
    "How many messages did I get about each item?",
    /"count\(messages\)":0/,
    read("item", { select: "title,count(messages)" }),
  ],
  [
    "Which other users are there in Paris?",
    /paul/,
    read("user", { where: "city=Paris", select: "username" }),
  ],
  [
    "What did I receive, newest first?",
    /piano/,
    read("user", { where: "username=olga", select: "received(text;orderBy=~createdat;take=5)" }),
  ],
  [
    "What is my lowest price for the piano?",
    /"lowestprice":null/,
    read("item", { where: 'title="A piano"', select: "title,lowestprice" }),
  ],
];

/** A shop of 60 tables, with names as they are in old databases. */
const shop: Readonly<Record<string, EntityConfig>> = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [tableNames(index), tableOf(index)]),
);

function tableNames(index: number): string {
  const named = [
    "customer",
    "orders",
    "orderline",
    "product",
    "warehouse",
    "stocklevel",
    "invoice",
    "payment",
    "employee",
    "department",
  ];
  return named[index] ?? `legacy_table_${index}`;
}

function tableOf(index: number): EntityConfig {
  const permissions = { read: ["guest"] };
  const text = { type: "string", isEditable: true, isRequired: false } as const;
  const amount = { type: "decimal", isEditable: true, isRequired: false, scale: 2 } as const;
  const day = { type: "date", isEditable: true, isRequired: false } as const;
  const to = (targetEntityName: string, resolvedEntityName: string, inverseName: string) =>
    ({
      type: "int",
      isEditable: true,
      isRequired: false,
      foreignKey: { targetEntityName, resolvedEntityName, inverseName },
    }) as const;
  const fields: readonly EntityConfig["fields"][] = [
    { name: text, email: text, country: text, since: day },
    {
      customerid: to("customer", "customer", "orders"),
      status: { ...text, values: ["open", "sent", "paid"] },
      orderedon: day,
    },
    {
      orderid: to("orders", "order", "lines"),
      productid: to("product", "product", "lines"),
      quantity: { type: "int", isEditable: true, isRequired: false },
      unitprice: amount,
    },
    { sku: text, title: text, category: text, listprice: amount },
    { city: text, capacity: { type: "int", isEditable: true, isRequired: false } },
    {
      warehouseid: to("warehouse", "warehouse", "levels"),
      productid: to("product", "product", "levels"),
      onhand: { type: "int", isEditable: true, isRequired: false },
    },
    { orderid: to("orders", "order", "invoices"), total: amount, dueon: day },
    { invoiceid: to("invoice", "invoice", "payments"), paid: amount, paidon: day },
    {
      fullname: text,
      salary: amount,
      departmentid: to("department", "department", "employees"),
      bossid: to("employee", "boss", "reports"),
    },
    { title: text, budget: amount },
  ];
  const old = Object.fromEntries(Array.from({ length: 12 }, (_, column) => [`col_${index}_${column}`, text]));
  const descriptions = ["People and companies who buy.", "Orders. A line of an order is an orderline."];
  return {
    fields: fields[index] ?? old,
    permissions,
    ...(descriptions[index] !== undefined && { description: descriptions[index] }),
  };
}

const ofShop: readonly Question[] = [
  [
    "Which customers live in Norway?",
    /Nora/,
    full("customer"),
    read("customer", { where: "country=Norway", select: "name" }),
  ],
  [
    "How many orders are open?",
    /"count\(\)":1/,
    full("orders"),
    sum("orders", "count()", { where: "status=open" }),
  ],
  ["How many orders are in each state?", /"status":"paid"/, sum("orders", "status,count()")],
  [
    "What did Nora order?",
    /Lamp/,
    full("customer", "orders", "orderline", "product"),
    read("orderline", { where: "order.customer.name=Nora", select: "quantity,product(title)" }),
  ],
  [
    "Which product sells best?",
    /Lamp.*"sum\(quantity\)":5/,
    full("orderline", "product"),
    sum("orderline", "product.title,sum(quantity)", { orderBy: "~sum(quantity)", take: 1 }),
  ],
  [
    "What is on stock in Bergen?",
    /"onhand":7/,
    full("stocklevel", "warehouse", "product"),
    read("stocklevel", { where: "warehouse.city=Bergen", select: "onhand,product(sku)" }),
  ],
  [
    "Which products are out of stock?",
    /Chair/,
    full("product", "stocklevel"),
    read("product", { where: "!(levels(onhand>0))", select: "title" }),
  ],
  [
    "Which invoices are not paid?",
    /"total":"20"/,
    full("invoice"),
    read("invoice", { where: "payments=null", select: "total,dueon" }),
  ],
  [
    "How much was paid by month?",
    /"month\(paidon\)":3/,
    full("payment"),
    sum("payment", "year(paidon),month(paidon),sum(paid)"),
  ],
  [
    "Who reports to Eva?",
    /Finn/,
    full("employee"),
    read("employee", { where: "boss.fullname=Eva", select: "fullname" }),
  ],
  [
    "Which department costs the most?",
    /Sales/,
    full("employee", "department"),
    sum("employee", "department.title,sum(salary)", { orderBy: "~sum(salary)", take: 1 }),
  ],
  ["Which customers have never ordered?", /Otto/, read("customer", { where: "orders=null", select: "name" })],
  [
    "Is there a table with salaries?",
    /Eva/,
    ["describe_entities", { search: "salary" }],
    read("employee", { orderBy: "~salary", take: 1, select: "fullname,salary" }),
  ],
  [
    "What is in col_33_4?",
    /old value/,
    ["describe_entities", { search: "col_33_4" }],
    read("legacy_table_33", { select: "col_33_4" }),
  ],
  [
    "What do orders of over 100 contain?",
    /Lamp/,
    full("orders", "orderline", "product"),
    read("orders", { where: "count(lines)>0", select: "status,lines(quantity,unitprice,product(title))" }),
  ],
];

async function ask(server: TestServer, [, answer, ...calls]: Question, headers: Headers): Promise<void> {
  const all: readonly Call[] = [["describe_entities", {}], ...calls];
  expect(all.length).toBeLessThanOrEqual(MAX_CALLS);
  let known = "";
  let last = "";
  let bytes = 0;
  for (const [tool, args] of all) {
    // What the model writes, it has read, or it is a value of the question.
    const names = [
      args["entity"],
      args["select"],
      args["orderBy"],
      ...((args["entities"] as string[] | undefined) ?? []),
    ];
    for (const name of names.flatMap((text) => JSON.stringify(text ?? "").match(/[a-z_]\w*/gi) ?? []))
      expect(WORDS.has(name) || known.includes(name), `"${name}" is in no description`).toBe(true);
    const reply = await callTool(server, tool, args, headers);
    expect(reply.isError, reply.content[0]?.text).toBeUndefined();
    last = JSON.stringify(reply.structuredContent);
    if (tool === "describe_entities") known += last;
    bytes += Buffer.byteLength(last);
  }
  expect(last).toMatch(answer);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
}

/** The words of the language, which the tools' own texts explain. */
const WORDS = new Set(
  "count sum avg min max distinct year month day hour date where orderBy take".split(" "),
);

describe("questions about the messages example", () => {
  let server: TestServer;
  let headers: Headers;
  beforeAll(async () => {
    const { database: _, openapi: __, admin: ___, ...config } = messages;
    server = await startServer("dynamic", sqlite, { ...config, auth: ownUsers, mcp: true });
    await (server.api as unknown as { seedAsync: (given: unknown) => Promise<unknown> }).seedAsync(seed);
    const { items } = await server.api.repository("user").find({ where: "username=olga" });
    headers = await bearer(server, Number(items[0]?.id));
  });

  test.each(ofMessages.map((question) => ({ name: question[0], question })))(
    "descriptions suffice to answer a question about the messages example in at most 4 calls: $name",
    async ({ question }) => {
      await ask(server, question, headers);
    },
  );
});

describe("questions about 60 tables", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer("dynamic", sqlite, { mcp: true, entities: shop });
    const rows: readonly (readonly [string, Record<string, unknown>])[] = [
      ["customer", { name: "Nora", country: "Norway" }],
      ["customer", { name: "Otto", country: "Austria" }],
      ["orders", { customerid: 1, status: "open" }],
      ["orders", { customerid: 1, status: "paid" }],
      ["product", { title: "Lamp", sku: "L1" }],
      ["product", { title: "Chair", sku: "C1" }],
      ["orderline", { orderid: 1, productid: 1, quantity: 5, unitprice: "30" }],
      ["orderline", { orderid: 2, productid: 2, quantity: 1, unitprice: "20" }],
      ["warehouse", { city: "Bergen" }],
      ["stocklevel", { warehouseid: 1, productid: 1, onhand: 7 }],
      ["invoice", { orderid: 1, total: "150" }],
      ["invoice", { orderid: 2, total: "20" }],
      ["payment", { invoiceid: 1, paid: "150", paidon: "2026-03-04" }],
      ["department", { title: "Sales" }],
      ["employee", { fullname: "Eva", salary: "90", departmentid: 1 }],
      ["employee", { fullname: "Finn", salary: "50", departmentid: 1, bossid: 1 }],
      ["legacy_table_33", { col_33_4: "old value" }],
    ];
    for (const [name, row] of rows) await server.api.repository(name).create(row);
  });

  test.each(ofShop.map((question) => ({ name: question[0], question })))(
    "descriptions suffice to answer a question about 60 tables in at most 4 calls: $name",
    async ({ question }) => {
      await ask(server, question, {});
    },
  );
});

test("describe_entities pages through 500 entities without those the caller may not read, and finds one by a field", async () => {
  const entities = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [
      `entity_${index}`,
      {
        description: `The entity number ${index} of a large system.`,
        fields: Object.fromEntries(
          ["title", "code", "amount", "status", `special_${index}`].map((name) => [
            name,
            { type: "string", isEditable: true, isRequired: false } as const,
          ]),
        ),
        permissions: { read: [index % 2 === 0 ? "guest" : "admin"] },
      },
    ]),
  );
  const server = await startServer("dynamic", sqlite, { mcp: true, entities });
  const names: string[] = [];
  let after: unknown;
  let calls = 0;
  do {
    const page = await contentOf(server, "describe_entities", after === undefined ? {} : { after });
    expect(JSON.stringify(page).length).toBeLessThan(MAX_BYTES);
    expect(page["count"]).toBe(250);
    names.push(...(page["entities"] as { name: string }[]).map(({ name }) => name));
    after = page["next"];
    calls++;
  } while (after !== undefined);
  expect(names).toEqual(Object.keys(entities).filter((_, index) => index % 2 === 0));
  expect(calls).toBeLessThan(10);
  const found = await contentOf(server, "describe_entities", { search: "special_402" });
  expect(found).toMatchObject({ count: 1, entities: [{ name: "entity_402", key: ["id"] }] });
  expect(await contentOf(server, "describe_entities", { search: "special_403" })).toMatchObject({ count: 0 });
  const listed = await sendMessage(server, "tools/list");
  expect(listed.text.length).toBeLessThan(10_000);
  const begin = performance.now();
  for (let index = 0; index < 20; index++)
    await contentOf(server, "describe_entities", { entities: ["entity_2"] });
  console.log(`describe_entities of one of 500: ${((performance.now() - begin) / 20).toFixed(1)} ms`);
});
