import { defineConfig, type DatabaseConfig } from "data-api";

/** How many blog posts exist when a round begins. */
export const POSTS = 10_000;

/** The blog of the README, in the database of one contestant. */
export function blogConfig(database: DatabaseConfig) {
  return defineConfig({
    database,
    server: { host: "127.0.0.1" },
    entities: {
      blogpost: {
        fields: {
          title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
          content: { type: "richtext", isEditable: true, isRequired: true, foreignKey: null },
        },
        permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
      },
    },
  });
}

export interface NewPost {
  readonly title: string;
  readonly content: string;
}

/** Post number `n`. Titles sort in another order than ids. One post in four has characters beyond Latin-1. */
export function post(n: number): NewPost {
  const title = `Post ${String((n * 7919) % POSTS).padStart(5, "0")} about trains`;
  const lead = n % 4 === 0 ? "Ein Zug nach Łódź — “später”" : `The train of ${n % 24}:00`;
  const text =
    `It leaves from track ${n % 12}, passes ${n % 30} bridges and is "nearly" always on time. `.repeat(5);
  const content = `<h2 class="lead">${lead}</h2>\n<p>${text}</p>\n<p><a href="/posts/${n}">Read &amp; comment</a></p>`;
  return { title, content };
}

/** The creation time of post number `n`. */
export function postTime(n: number): string {
  return new Date(Date.UTC(2024, 0, 1) + n * 61_001).toISOString();
}
