// @data-api newsItem/schema
import { field, z, type Generated } from "data-api/kit";

/** What a read answers with. */
export const newsItemSchema = z.object({
  id: field.int(),
  name: field.string().nullable(),
  createdat: field.datetime(),
  updatedat: field.datetime(),
});

/** What a create takes. */
export const newNewsItemSchema = z.object({
  name: field.string().nullish(),
});

/** What an update may change. */
export const newsItemChangesSchema = z
  .object({
    name: field.string().nullable(),
  })
  .partial();

export type NewsItem = z.output<typeof newsItemSchema>;
export type NewNewsItem = z.input<typeof newNewsItemSchema>;
export type NewsItemChanges = z.input<typeof newsItemChangesSchema>;

/** The table behind it, as queries of your own see it. */
export interface NewsItemTable {
  id: Generated<number>;
  name: string | null;
  createdat: string;
  updatedat: string;
}
