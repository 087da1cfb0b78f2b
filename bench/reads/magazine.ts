import { DataApi, defineConfig, type DatabaseConfig } from "data-api";
import { sql, type Kysely } from "kysely";

/** How many records there are. */
export const AUTHORS = 500;
export const POSTS = 10_000;
export const COMMENTS = 101_000;

const guests = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] } as const;

/** Authors, their posts and comments on them, in the database that all contestants share. */
export function magazineConfig(database: DatabaseConfig) {
  return defineConfig({
    database,
    server: { host: "127.0.0.1", cursorKey: "only for measurements, never for anything else" },
    entities: {
      author: {
        fields: {
          username: { type: "string", isEditable: true, isRequired: true, isIndexed: true, foreignKey: null },
        },
        permissions: guests,
      },
      post: {
        fields: {
          title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
          authorid: {
            type: "int",
            isEditable: true,
            isRequired: true,
            isIndexed: true,
            foreignKey: { targetEntityName: "author", resolvedEntityName: "author", inverseName: "posts" },
          },
        },
        permissions: guests,
      },
      comment: {
        fields: {
          text: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
          rating: { type: "int", isEditable: true, isRequired: true, foreignKey: null },
          sentat: {
            type: "datetime",
            isEditable: true,
            isRequired: true,
            isIndexed: true,
            foreignKey: null,
          },
          postid: {
            type: "int",
            isEditable: true,
            isRequired: true,
            isIndexed: true,
            foreignKey: { targetEntityName: "post", resolvedEntityName: "post", inverseName: "comments" },
          },
          authorid: {
            type: "int",
            isEditable: true,
            isRequired: true,
            isIndexed: true,
            foreignKey: {
              targetEntityName: "author",
              resolvedEntityName: "author",
              inverseName: "comments",
            },
          },
        },
        permissions: guests,
      },
    },
  });
}

/** The text of a time as the database takes it. Two comments are sent at the same time. */
function timeText(n: number, { dialect }: DatabaseConfig): string {
  const text = new Date(Date.UTC(2024, 0, 1) + (n >> 1) * 61_001).toISOString();
  return dialect === "sqlite" ? text : text.replace("T", " ").replace("Z", "");
}

/** Rows per insert. */
const ROWS = 500;

/** Creates the tables with the product and fills them. */
export async function fillMagazine(config: DatabaseConfig): Promise<void> {
  const api = new DataApi(magazineConfig(config));
  await api.startAsync(0);
  const db = api.repository("author").db as Kysely<Record<string, Record<string, unknown>>>;
  const created = { createdat: timeText(0, config), updatedat: timeText(0, config) };
  const fill = async (table: string, count: number, row: (n: number) => Record<string, unknown>) => {
    for (let first = 1; first <= count; first += ROWS) {
      const rows = Array.from({ length: Math.min(ROWS, count + 1 - first) }, (_, index) =>
        row(first + index),
      );
      await db
        .insertInto(table)
        .values(rows.map((each) => ({ ...each, ...created })))
        .execute();
    }
  };
  await fill("author", AUTHORS, (n) => ({ username: `author${n}` }));
  await fill("post", POSTS, (n) => ({
    title: `Post ${n} about trains`,
    authorid: 1 + ((n * 7919) % AUTHORS),
  }));
  await fill("comment", COMMENTS, (n) => ({
    text: `Comment ${n}: it leaves from track ${n % 12}, and is "nearly" always on time.`,
    rating: n % 10,
    sentat: timeText((n * 7919) % COMMENTS, config),
    postid: 1 + ((n * 104_729) % POSTS),
    authorid: 1 + ((n * 31) % AUTHORS),
  }));
  // A server does this by itself, but not at once. Without it, plans would be guesses.
  if (config.dialect === "postgres") await sql`analyze`.execute(db);
  await api.stopAsync();
}
