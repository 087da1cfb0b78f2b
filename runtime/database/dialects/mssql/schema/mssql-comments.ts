import { sql } from "../../../sql/kysely.js";
import type { AnyKysely } from "../../../sql/sql.js";
import type { StoredComment } from "../../../schema/stored/stored-schema.js";

/**
 * Reads the descriptions that tools such as Management Studio keep as extended properties
 * (learn.microsoft.com/sql/relational-databases/system-catalog-views/extended-properties-catalog-views-sys-extended-properties).
 */
export async function readComments(db: AnyKysely): Promise<readonly StoredComment[]> {
  const { rows } = await sql<StoredComment>`
    select schema_name(t.schema_id) as "schema", t.name as "table", c.name as "column",
      cast(p.value as nvarchar(3750)) as "text"
    from sys.extended_properties p
    join sys.objects t on t.object_id = p.major_id
    left join sys.columns c on c.object_id = t.object_id and c.column_id = p.minor_id and p.minor_id > 0
    where p.class = 1 and p.name = N'MS_Description' and t.type in ('U', 'V') and p.value is not null`.execute(
    db,
  );
  return rows;
}
