-- ## note
-- page by id
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."id" as "s0" from "notes" order by "notes"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0";
--   reads
-- counted page by id, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."id" as "s0" from "notes" where "id" = $1 order by "notes"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by title
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."the ""title""", "notes"."id" limit 1 offset 0;
--   reads
-- page by title, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."the ""title""" desc, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by title
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."the ""title""" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."the ""title""", "notes"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0", "page"."s1";
--   reads
-- counted page by title, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."the ""title""" as "s0", "notes"."id" as "s1" from "notes" where "id" = $1 order by "notes"."the ""title""" desc, "notes"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by body
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."body" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."body" asc nulls first, "notes"."id";
--   reads
-- page by body, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."body" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."body" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by body
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."body" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."body" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by body, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."body" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."body" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by markup
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."markup" asc nulls first, "notes"."id";
--   reads
-- page by markup, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."markup" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by markup
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."markup" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by markup, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."markup" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."markup" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by views
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."views", "notes"."id" limit 1 offset 0;
--   reads
-- page by views, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."views" desc, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by views
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."views" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."views", "notes"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0", "page"."s1";
--   reads
-- counted page by views, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."views" as "s0", "notes"."id" as "s1" from "notes" where "id" = $1 order by "notes"."views" desc, "notes"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by big
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."big" asc nulls first, "notes"."id" limit 1 offset 0;
--   reads
-- page by big, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."big" desc nulls last, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by big
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."big" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."big" asc nulls first, "notes"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by big, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."big" as "s0", "notes"."id" as "s1" from "notes" where "id" = $1 order by "notes"."big" desc nulls last, "notes"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by ratio
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."ratio" asc nulls first, "notes"."id";
--   reads
-- page by ratio, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."ratio" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by ratio
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."ratio" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by ratio, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."ratio" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."ratio" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by price
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."price" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."price" asc nulls first, "notes"."id";
--   reads
-- page by price, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."price" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."price" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by price
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."price" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."price" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by price, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."price" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."price" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by done
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."done" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."done" asc nulls first, "notes"."id";
--   reads
-- page by done, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."done" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."done" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by done
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."done" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."done" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by done, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."done" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."done" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by day
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."day" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."day" asc nulls first, "notes"."id";
--   reads
-- page by day, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."day" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."day" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by day
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."day" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."day" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by day, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."day" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."day" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by at
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."at" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."at" asc nulls first, "notes"."id";
--   reads
-- page by at, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."at" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."at" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by at
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."at" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."at" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by at, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."at" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."at" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by code
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."code" asc nulls first, "notes"."id" limit 1 offset 0;
--   reads
-- page by code, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."code" desc nulls last, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by code
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."code" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."code" asc nulls first, "notes"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by code, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."code" as "s0", "notes"."id" as "s1" from "notes" where "id" = $1 order by "notes"."code" desc nulls last, "notes"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by hash
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."hash" asc nulls first, "notes"."id" limit 1 offset 0;
--   reads
-- page by hash, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."hash" desc nulls last, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by hash
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."hash" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."hash" asc nulls first, "notes"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by hash, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."hash" as "s0", "notes"."id" as "s1" from "notes" where "id" = $1 order by "notes"."hash" desc nulls last, "notes"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by photo
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."photo" asc nulls first, "notes"."id";
--   reads
-- page by photo, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."photo" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by photo
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."photo" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by photo, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."photo" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."photo" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by author
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."author" asc nulls first, "notes"."id" limit 1 offset 0) order by "notes"."author" asc nulls first, "notes"."id";
--   reads
-- page by author, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."author" desc nulls last, "notes"."id" desc limit 1 offset 0) order by "notes"."author" desc nulls last, "notes"."id" desc;
--   reads
-- counted page by author
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."author" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."author" asc nulls first, "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by author, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."author" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."author" desc nulls last, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by createdat
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat", "notes"."id" limit 1 offset 0) order by "notes"."createdat", "notes"."id";
--   reads
-- page by createdat, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."createdat" desc, "notes"."id" desc;
--   reads
-- counted page by createdat
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."createdat" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat", "notes"."id" limit 1 offset 0)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "notes") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0", "page"."s1";
--   reads
-- counted page by createdat, descending
with "page" as materialized (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."createdat" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = $1 order by "notes"."createdat" desc, "notes"."id" desc limit $2 offset $3)) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "notes" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- count
select count(*) from "notes";
--   reads
-- count of title="x"
select count(*) from "notes" where "the ""title""" = $1;
--   reads; 0=title
-- count of title<>"x"
select count(*) from "notes" where "the ""title""" <> $1;
--   reads; 0=title
-- count of title>="x"
select count(*) from "notes" where "the ""title""" >= $1;
--   reads; 0=title
-- count of body~"x"
select count(*) from "notes" where strpos("body", $1) > 0;
--   reads; 0=body
-- count of views=1|views=null&(price>=1.5|price<>2)
select count(*) from "notes" where ("views" = $1 or ("views" is null and ("price" >= $2 or "price" <> $3)));
--   reads; 0=views 1=price 2=price
-- count of big>5&ratio<0.5
select count(*) from "notes" where ("big" > $1 and "ratio" < $2);
--   reads; 0=big 1=ratio
-- count of done=true|done<>null
select count(*) from "notes" where ("done" = $1 or "done" is not null);
--   reads; 0=done
-- count of day<=2024-02-29&at>2024-02-29T12:00:00Z
select count(*) from "notes" where ("day" <= $1 and "at" > $2);
--   reads; 0=day 1=at
-- count of code=123e4567-e89b-42d3-a456-426614174000
select count(*) from "notes" where "code" = $1;
--   reads; 0=code
-- count of code<123e4567-e89b-42d3-a456-426614174000
select count(*) from "notes" where "code" < $1;
--   reads; 0=code
-- count of data=null
select count(*) from "notes" where "data" is null;
--   reads
-- count of hash=AP8=&photo<>AP8=
select count(*) from "notes" where ("hash" = $1 and "photo" <> $2);
--   reads; 0=hash 1=photo
-- count of hash<AP8=&photo>=AP8=
select count(*) from "notes" where ("hash" < $1 and "photo" >= $2);
--   reads; 0=hash 1=photo
-- more than ten
select 1 from "notes" where "id" = $1 limit $2 offset $3;
--   reads; 2=id 0=rows 1=rows
-- find
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" = $1;
--   reads; 0=id
-- lock
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" = $1 for update;
--   writes; 0=id
-- insert, giving the id
insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning "id";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- insert of nothing, giving the id
insert into "notes" default values returning "id";
--   writes
-- update, giving the id
update "notes" set "the ""title""" = $1, "body" = $2, "markup" = $3, "views" = $4, "big" = $5, "ratio" = $6, "price" = $7, "done" = $8, "day" = $9, "at" = $10, "code" = $11, "data" = coalesce($12, case when btrim("data"::text, e' \n\r\t') = 'null' then "data" end), "hash" = $13, "photo" = $14, "hidden" = $15, "author" = $16 where "id" = $17 returning "id";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- delete, giving the id
delete from "notes" where "id" = $1 returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- insert of nothing, giving the record
insert into "notes" default values returning "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat";
--   writes
-- update, giving the record
update "notes" set "the ""title""" = $1, "body" = $2, "markup" = $3, "views" = $4, "big" = $5, "ratio" = $6, "price" = $7, "done" = $8, "day" = $9, "at" = $10, "code" = $11, "data" = coalesce($12, case when btrim("data"::text, e' \n\r\t') = 'null' then "data" end), "hash" = $13, "photo" = $14, "hidden" = $15, "author" = $16 where "id" = $17 returning "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- delete, giving the record
delete from "notes" where "id" = $1 returning "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat";
--   writes; 0=id
-- insert with a row about the record
with "written record" as (insert into "notes" ("the ""title""", "body") values ($1, $2) returning "id"), "row about it" as (insert into "log" ("the ""title""", "id") select (select '[' || to_json("written record"."id")::text || ']' from "written record"), $3) select * from "written record";
--   writes; 0=title 1=body 2=id
-- update with a row about the record
with "record before" as (select '[' || to_json("notes"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"title":' || coalesce(to_json("the ""title""")::text, 'null') || ',"views":' || coalesce(to_json("views")::text, 'null') || ',"big":' || coalesce(case when "big" between -9007199254740991 and 9007199254740991 then to_json("big")::text else to_json("big"::text)::text end, 'null') || ',"ratio":' || coalesce(case when "ratio" = 0 or abs("ratio"::text::float8) >= 1e-6 and abs("ratio"::text::float8) < 1e21 then "ratio"::text::numeric::text else replace(to_json("ratio")::text, 'e-0', 'e-') end, 'null') || ',"price":' || coalesce(to_json(trim_scale("price"::numeric)::text)::text, 'null') || ',"done":' || coalesce(to_json("done")::text, 'null') || ',"day":' || coalesce(to_json("day"::text)::text, 'null') || ',"at":' || coalesce(case when "at" >= '0001-01-01' and "at" < '10000-01-01' then '"' || regexp_replace(to_char("at", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z"' else to_json("at"::text)::text end, 'null') || ',"code":' || coalesce(to_json("code")::text, 'null') || ',"author":' || coalesce(to_json("author")::text, 'null') || ',"createdat":' || coalesce(case when "createdat" >= '0001-01-01' and "createdat" < '10000-01-01' then '"' || regexp_replace(to_char("createdat", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z"' else to_json("createdat"::text)::text end, 'null') || '}' as "former" from "notes" where "id" = $1 for update), "written record" as (update "notes" set "the ""title""" = $2, "body" = $3 where exists (select 1 from "record before") and ("id" = $4) returning "id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat"), "row about it" as (insert into "log" ("the ""title""", "createdat", "id") select "key", "former", $5 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 2=title 3=body 1=id 4=id
-- delete with a row about the record
with "record before" as (select '[' || to_json("notes"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"title":' || coalesce(to_json("the ""title""")::text, 'null') || ',"views":' || coalesce(to_json("views")::text, 'null') || ',"big":' || coalesce(case when "big" between -9007199254740991 and 9007199254740991 then to_json("big")::text else to_json("big"::text)::text end, 'null') || ',"ratio":' || coalesce(case when "ratio" = 0 or abs("ratio"::text::float8) >= 1e-6 and abs("ratio"::text::float8) < 1e21 then "ratio"::text::numeric::text else replace(to_json("ratio")::text, 'e-0', 'e-') end, 'null') || ',"price":' || coalesce(to_json(trim_scale("price"::numeric)::text)::text, 'null') || ',"done":' || coalesce(to_json("done")::text, 'null') || ',"day":' || coalesce(to_json("day"::text)::text, 'null') || ',"at":' || coalesce(case when "at" >= '0001-01-01' and "at" < '10000-01-01' then '"' || regexp_replace(to_char("at", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z"' else to_json("at"::text)::text end, 'null') || ',"code":' || coalesce(to_json("code")::text, 'null') || ',"author":' || coalesce(to_json("author")::text, 'null') || ',"createdat":' || coalesce(case when "createdat" >= '0001-01-01' and "createdat" < '10000-01-01' then '"' || regexp_replace(to_char("createdat", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z"' else to_json("createdat"::text)::text end, 'null') || '}' as "former" from "notes" where "id" = $1 for update), "written record" as (delete from "notes" where exists (select 1 from "record before") and ("id" = $2) returning "id"), "row about it" as (insert into "log" ("the ""title""", "createdat", "id") select "key", "former", $3 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 1=id 2=id
-- insert of several, giving the ids in order
with "written keys" ("key") as (insert into "notes" ("the ""title""", "body") select "given 0", "given 1" from (select $1, $2 union all (select array["the ""title"""], array["body"] from "notes" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1") returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=title 1=body
-- update, giving the number
with "written" as (update "notes" set "the ""title""" = $1, "body" = $2 where "id" = $3 returning 1) select count(*) from "written";
--   writes; 0=title 1=body 2=id
-- delete, giving the number
with "written" as (delete from "notes" where "id" = $1 returning 1) select count(*) from "written";
--   writes; 0=id
-- insert of all or none
with "written keys" ("key") as (insert into "notes" ("the ""title""", "body") select "given 0", "given 1" from (select $1, $2 union all (select array["the ""title"""], array["body"] from "notes" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1") returning "id") select array_agg("key"::text)::text from "written keys" having (case when count(*) = $3 then '1' else '' end)::int = 1;
--   writes; 0=title 1=body 2=rows
-- update of all or none
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16") as materialized (select "given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16" from (select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17 union all (select array["the ""title"""], array["body"], array["markup"], array["views"], array["big"], array["ratio"], array["price"], array["done"], array["day"], array["at"], array["code"], array["data"], array["hash"], array["photo"], array["hidden"], array["author"], array["id"] from "notes" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3", "list 4", "list 5", "list 6", "list 7", "list 8", "list 9", "list 10", "list 11", "list 12", "list 13", "list 14", "list 15", "list 16") cross join lateral unnest("list 0", "list 1", "list 2", "list 3", "list 4", "list 5", "list 6", "list 7", "list 8", "list 9", "list 10", "list 11", "list 12", "list 13", "list 14", "list 15", "list 16") as "given lists" ("given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16")) update "notes" set "the ""title""" = "given 0", "body" = "given 1", "markup" = "given 2", "views" = "given 3", "big" = "given 4", "ratio" = "given 5", "price" = "given 6", "done" = "given 7", "day" = "given 8", "at" = "given 9", "code" = "given 10", "data" = coalesce("given 11", case when btrim("data"::text, e' \n\r\t') = 'null' then "data" end), "hash" = "given 12", "photo" = "given 13", "hidden" = "given 14", "author" = "given 15" from "given values" where "id" = "given 16" returning "id") select count(*) from "written" having (case when count(*) = $18 then '1' else '' end)::int = 1;
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id 17=rows
-- update of at most ten
with "written" as (update "notes" set "the ""title""" = $1, "body" = $2 where not exists (select 1 from "notes" where "id" = $3 limit $4 offset $5) and ("id" = $6) returning 1) select count(*) from "written";
--   writes; 0=title 1=body 4=id 2=rows 3=rows 5=id
-- delete of at most ten
with "written" as (delete from "notes" where not exists (select 1 from "notes" where "id" = $1 limit $2 offset $3) and ("id" = $4) returning 1) select count(*) from "written";
--   writes; 2=id 0=rows 1=rows 3=id
-- update, giving all ids
with "written keys" ("key") as (update "notes" set "the ""title""" = $1, "body" = $2 where "id" = $3 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=title 1=body 2=id
-- delete, giving all ids
with "written keys" ("key") as (delete from "notes" where "id" = $1 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=id
-- update of several
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3") as materialized (select "given 0", "given 1", "given 2", "given 3" from (select $1, $2, $3, $4 union all (select array["the ""title"""], array["body"], array["id"], array["the ""title"""] from "notes" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3") cross join lateral unnest("list 0", "list 1", "list 2", "list 3") as "given lists" ("given 0", "given 1", "given 2", "given 3")) update "notes" set "the ""title""" = "given 0", "body" = "given 1" from "given values" where "id" = "given 2" and "the ""title""" = "given 3" and ("id" = $5) returning "id") select count(*) from "written";
--   writes; 1=title 2=body 3=id 4=title 0=id
-- copy
insert into "notes" ("id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") overriding system value select "given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16" from (select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17 union all (select array["id"], array["the ""title"""], array["body"], array["markup"], array["views"], array["big"], array["ratio"], array["price"], array["done"], array["day"], array["at"], array["code"], array["data"], array["hash"], array["photo"], array["hidden"], array["author"] from "notes" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3", "list 4", "list 5", "list 6", "list 7", "list 8", "list 9", "list 10", "list 11", "list 12", "list 13", "list 14", "list 15", "list 16") cross join lateral unnest("list 0", "list 1", "list 2", "list 3", "list 4", "list 5", "list 6", "list 7", "list 8", "list 9", "list 10", "list 11", "list 12", "list 13", "list 14", "list 15", "list 16") as "given lists" ("given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16");
--   writes; 0=id 1=title 2=body 3=markup 4=views 5=big 6=ratio 7=price 8=done 9=day 10=at 11=code 12=data 13=hash 14=photo 15=hidden 16=author
-- insert of two, giving their keys in order
with "written keys" ("key") as (insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") select "given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15" from (select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16 union all (select array["the ""title"""], array["body"], array["markup"], array["views"], array["big"], array["ratio"], array["price"], array["done"], array["day"], array["at"], array["code"], array["data"], array["hash"], array["photo"], array["hidden"], array["author"] from "notes" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3", "list 4", "list 5", "list 6", "list 7", "list 8", "list 9", "list 10", "list 11", "list 12", "list 13", "list 14", "list 15") cross join lateral unnest("list 0", "list 1", "list 2", "list 3", "list 4", "list 5", "list 6", "list 7", "list 8", "list 9", "list 10", "list 11", "list 12", "list 13", "list 14", "list 15") as "given lists" ("given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15") returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- update of two, each with its own
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16") as materialized (select "given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16" from (select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17 union all (select array["the ""title"""], array["body"], array["markup"], array["views"], array["big"], array["ratio"], array["price"], array["done"], array["day"], array["at"], array["code"], array["data"], array["hash"], array["photo"], array["hidden"], array["author"], array["id"] from "notes" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3", "list 4", "list 5", "list 6", "list 7", "list 8", "list 9", "list 10", "list 11", "list 12", "list 13", "list 14", "list 15", "list 16") cross join lateral unnest("list 0", "list 1", "list 2", "list 3", "list 4", "list 5", "list 6", "list 7", "list 8", "list 9", "list 10", "list 11", "list 12", "list 13", "list 14", "list 15", "list 16") as "given lists" ("given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16")) update "notes" set "the ""title""" = "given 0", "body" = "given 1", "markup" = "given 2", "views" = "given 3", "big" = "given 4", "ratio" = "given 5", "price" = "given 6", "done" = "given 7", "day" = "given 8", "at" = "given 9", "code" = "given 10", "data" = coalesce("given 11", case when btrim("data"::text, e' \n\r\t') = 'null' then "data" end), "hash" = "given 12", "photo" = "given 13", "hidden" = "given 14", "author" = "given 15" from "given values" where "id" = "given 16" returning "id") select count(*) from "written";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- update of those that are there
with "given values" ("given 0", "given 1", "given 2", "given 3", "given place") as materialized (select "given 0", "given 1", "given 2", "given 3", "given place" from (select $1, $2, $3, $4 union all (select array["the ""title"""], array["views"], array["the ""title"""], array["body"] from "notes" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3") cross join lateral unnest("list 0", "list 1", "list 2", "list 3") with ordinality as "given lists" ("given 0", "given 1", "given 2", "given 3", "given place")), "written" as (update "notes" set "the ""title""" = "given 2", "body" = "given 3" from "given values" where "the ""title""" = "given 0" and "the ""title""" collate "C" = "given 0" and "views" = "given 1" returning "given values"."given place", "id" as "key 0") select array_agg("given place")::text, array_agg("key 0"::text)::text from "written";
--   writes; 0=title 1=views 2=title 3=body
-- update in cases
update "notes" set "the ""title""" = case when "id" = $1 then $2 when "id" = $3 then $4 else "the ""title""" end, "body" = case when "id" = $5 then $6 when "id" = $7 then $8 else "body" end where ("id" = $9 or "id" = $10);
--   writes; 0=id 1=title 3=id 4=title 0=id 2=body 3=id 5=body 6=id 7=id
-- ## author
-- page by id
select "id", "boss" from "author" order by "author"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "boss" from "author" order by "author"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
with "page" as materialized (select "id" as "c0", "boss" as "c1", 1 as "here", "author"."id" as "s0" from "author" order by "author"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "author") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0";
--   reads
-- counted page by id, descending
with "page" as materialized (select "id" as "c0", "boss" as "c1", 1 as "here", "author"."id" as "s0" from "author" where "id" = $1 order by "author"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "author" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- count
select count(*) from "author";
--   reads
-- more than ten
select 1 from "author" where "id" = $1 limit $2 offset $3;
--   reads; 2=id 0=rows 1=rows
-- find
select "id", "boss" from "author" where "id" = $1;
--   reads; 0=id
-- lock
select "id", "boss" from "author" where "id" = $1 for update;
--   writes; 0=id
-- insert, giving the id
insert into "author" ("boss") values ($1) returning "id";
--   writes; 0=boss
-- insert of nothing, giving the id
insert into "author" default values returning "id";
--   writes
-- update, giving the id
update "author" set "boss" = $1 where "id" = $2 returning "id";
--   writes; 0=boss 1=id
-- delete, giving the id
delete from "author" where "id" = $1 returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "author" ("boss") values ($1) returning "id", "boss";
--   writes; 0=boss
-- insert of nothing, giving the record
insert into "author" default values returning "id", "boss";
--   writes
-- update, giving the record
update "author" set "boss" = $1 where "id" = $2 returning "id", "boss";
--   writes; 0=boss 1=id
-- delete, giving the record
delete from "author" where "id" = $1 returning "id", "boss";
--   writes; 0=id
-- insert with a row about the record
with "written record" as (insert into "author" ("boss") values ($1) returning "id"), "row about it" as (insert into "log" ("boss", "id") select (select '[' || to_json("written record"."id")::text || ']' from "written record"), $2) select * from "written record";
--   writes; 0=boss 1=id
-- update with a row about the record
with "record before" as (select '[' || to_json("author"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"boss":' || coalesce(to_json("boss")::text, 'null') || '}' as "former" from "author" where "id" = $1 for update), "written record" as (update "author" set "boss" = $2 where exists (select 1 from "record before") and ("id" = $3) returning "id", "boss"), "row about it" as (insert into "log" ("boss", "boss", "id") select "key", "former", $4 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 2=boss 1=id 3=id
-- delete with a row about the record
with "record before" as (select '[' || to_json("author"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"boss":' || coalesce(to_json("boss")::text, 'null') || '}' as "former" from "author" where "id" = $1 for update), "written record" as (delete from "author" where exists (select 1 from "record before") and ("id" = $2) returning "id"), "row about it" as (insert into "log" ("boss", "boss", "id") select "key", "former", $3 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 1=id 2=id
-- insert of several, giving the ids in order
with "written keys" ("key") as (insert into "author" ("boss") select "given 0" from (select $1 union all (select array["boss"] from "author" limit 0)) as "lists" ("list 0") cross join lateral unnest("list 0") as "given lists" ("given 0") returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=boss
-- update, giving the number
with "written" as (update "author" set "boss" = $1 where "id" = $2 returning 1) select count(*) from "written";
--   writes; 0=boss 1=id
-- delete, giving the number
with "written" as (delete from "author" where "id" = $1 returning 1) select count(*) from "written";
--   writes; 0=id
-- insert of all or none
with "written keys" ("key") as (insert into "author" ("boss") select "given 0" from (select $1 union all (select array["boss"] from "author" limit 0)) as "lists" ("list 0") cross join lateral unnest("list 0") as "given lists" ("given 0") returning "id") select array_agg("key"::text)::text from "written keys" having (case when count(*) = $2 then '1' else '' end)::int = 1;
--   writes; 0=boss 1=rows
-- update of all or none
with "written" as (with "given values" ("given 0", "given 1") as materialized (select "given 0", "given 1" from (select $1, $2 union all (select array["boss"], array["id"] from "author" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1")) update "author" set "boss" = "given 0" from "given values" where "id" = "given 1" returning "id") select count(*) from "written" having (case when count(*) = $3 then '1' else '' end)::int = 1;
--   writes; 0=boss 1=id 2=rows
-- update of at most ten
with "written" as (update "author" set "boss" = $1 where not exists (select 1 from "author" where "id" = $2 limit $3 offset $4) and ("id" = $5) returning 1) select count(*) from "written";
--   writes; 0=boss 3=id 1=rows 2=rows 4=id
-- delete of at most ten
with "written" as (delete from "author" where not exists (select 1 from "author" where "id" = $1 limit $2 offset $3) and ("id" = $4) returning 1) select count(*) from "written";
--   writes; 2=id 0=rows 1=rows 3=id
-- update, giving all ids
with "written keys" ("key") as (update "author" set "boss" = $1 where "id" = $2 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=boss 1=id
-- delete, giving all ids
with "written keys" ("key") as (delete from "author" where "id" = $1 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=id
-- update of several
with "written" as (with "given values" ("given 0", "given 1", "given 2") as materialized (select "given 0", "given 1", "given 2" from (select $1, $2, $3 union all (select array["boss"], array["id"], array["boss"] from "author" limit 0)) as "lists" ("list 0", "list 1", "list 2") cross join lateral unnest("list 0", "list 1", "list 2") as "given lists" ("given 0", "given 1", "given 2")) update "author" set "boss" = "given 0" from "given values" where "id" = "given 1" and "boss" = "given 2" and ("id" = $4) returning "id") select count(*) from "written";
--   writes; 1=boss 2=id 3=boss 0=id
-- copy
insert into "author" ("id", "boss") overriding system value select "given 0", "given 1" from (select $1, $2 union all (select array["id"], array["boss"] from "author" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1");
--   writes; 0=id 1=boss
-- insert of two, giving their keys in order
with "written keys" ("key") as (insert into "author" ("boss") select "given 0" from (select $1 union all (select array["boss"] from "author" limit 0)) as "lists" ("list 0") cross join lateral unnest("list 0") as "given lists" ("given 0") returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=boss
-- update of two, each with its own
with "written" as (with "given values" ("given 0", "given 1") as materialized (select "given 0", "given 1" from (select $1, $2 union all (select array["boss"], array["id"] from "author" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1")) update "author" set "boss" = "given 0" from "given values" where "id" = "given 1" returning "id") select count(*) from "written";
--   writes; 0=boss 1=id
-- update of those that are there
with "given values" ("given 0", "given 1", "given place") as materialized (select "given 0", "given 1", "given place" from (select $1, $2 union all (select array["boss"], array["boss"] from "author" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") with ordinality as "given lists" ("given 0", "given 1", "given place")), "written" as (update "author" set "boss" = "given 1" from "given values" where "boss" = "given 0" returning "given values"."given place", "id" as "key 0") select array_agg("given place")::text, array_agg("key 0"::text)::text from "written";
--   writes; 0=boss 1=boss
-- update in cases
update "author" set "boss" = case when "id" = $1 then $2 when "id" = $3 then $4 else "boss" end where ("id" = $5 or "id" = $6);
--   writes; 0=id 1=boss 2=id 3=boss 4=id 5=id
-- ## event
-- page by id
select "id", "begins", "opens", "lasts", "made" from "event" order by "event"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "begins", "opens", "lasts", "made" from "event" order by "event"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
with "page" as materialized (select "id" as "c0", "begins" as "c1", "opens" as "c2", "lasts" as "c3", "made" as "c4", 1 as "here", "event"."id" as "s0" from "event" order by "event"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "event") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0";
--   reads
-- counted page by id, descending
with "page" as materialized (select "id" as "c0", "begins" as "c1", "opens" as "c2", "lasts" as "c3", "made" as "c4", 1 as "here", "event"."id" as "s0" from "event" where "id" = $1 order by "event"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "event" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- count
select count(*) from "event";
--   reads
-- more than ten
select 1 from "event" where "id" = $1 limit $2 offset $3;
--   reads; 2=id 0=rows 1=rows
-- find
select "id", "begins", "opens", "lasts", "made" from "event" where "id" = $1;
--   reads; 0=id
-- lock
select "id", "begins", "opens", "lasts", "made" from "event" where "id" = $1 for update;
--   writes; 0=id
-- insert, giving the id
insert into "event" ("begins", "opens", "lasts", "made") values ($1, $2, cast($3 as interval), $4) returning "id";
--   writes; 0=begins 1=opens 2=lasts 3=made
-- insert of nothing, giving the id
insert into "event" default values returning "id";
--   writes
-- update, giving the id
update "event" set "begins" = $1, "opens" = $2, "lasts" = cast($3 as interval), "made" = $4 where "id" = $5 returning "id";
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- delete, giving the id
delete from "event" where "id" = $1 returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "event" ("begins", "opens", "lasts", "made") values ($1, $2, cast($3 as interval), $4) returning "id", "begins", "opens", "lasts", "made";
--   writes; 0=begins 1=opens 2=lasts 3=made
-- insert of nothing, giving the record
insert into "event" default values returning "id", "begins", "opens", "lasts", "made";
--   writes
-- update, giving the record
update "event" set "begins" = $1, "opens" = $2, "lasts" = cast($3 as interval), "made" = $4 where "id" = $5 returning "id", "begins", "opens", "lasts", "made";
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- delete, giving the record
delete from "event" where "id" = $1 returning "id", "begins", "opens", "lasts", "made";
--   writes; 0=id
-- insert with a row about the record
with "written record" as (insert into "event" ("begins", "opens") values ($1, $2) returning "id"), "row about it" as (insert into "log" ("begins", "id") select (select '[' || to_json("written record"."id")::text || ']' from "written record"), $3) select * from "written record";
--   writes; 0=begins 1=opens 2=id
-- update with a row about the record
with "record before" as (select '[' || to_json("event"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"begins":' || coalesce(case when "begins" >= '0001-01-01' and "begins" < '10000-01-01' then '"' || regexp_replace(to_char("begins", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || '"' else to_json("begins"::text)::text end, 'null') || ',"made":' || coalesce(to_json("made")::text, 'null') || '}' as "former" from "event" where "id" = $1 for update), "written record" as (update "event" set "begins" = $2, "opens" = $3 where exists (select 1 from "record before") and ("id" = $4) returning "id", "begins", "opens", "lasts", "made"), "row about it" as (insert into "log" ("begins", "made", "id") select "key", "former", $5 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 2=begins 3=opens 1=id 4=id
-- delete with a row about the record
with "record before" as (select '[' || to_json("event"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"begins":' || coalesce(case when "begins" >= '0001-01-01' and "begins" < '10000-01-01' then '"' || regexp_replace(to_char("begins", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || '"' else to_json("begins"::text)::text end, 'null') || ',"made":' || coalesce(to_json("made")::text, 'null') || '}' as "former" from "event" where "id" = $1 for update), "written record" as (delete from "event" where exists (select 1 from "record before") and ("id" = $2) returning "id"), "row about it" as (insert into "log" ("begins", "made", "id") select "key", "former", $3 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 1=id 2=id
-- insert of several, giving the ids in order
with "written keys" ("key") as (insert into "event" ("begins", "opens") select "given 0", "given 1" from (select $1, $2 union all (select array["begins"], array["opens"] from "event" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1") returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=begins 1=opens
-- update, giving the number
with "written" as (update "event" set "begins" = $1, "opens" = $2 where "id" = $3 returning 1) select count(*) from "written";
--   writes; 0=begins 1=opens 2=id
-- delete, giving the number
with "written" as (delete from "event" where "id" = $1 returning 1) select count(*) from "written";
--   writes; 0=id
-- insert of all or none
with "written keys" ("key") as (insert into "event" ("begins", "opens") select "given 0", "given 1" from (select $1, $2 union all (select array["begins"], array["opens"] from "event" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1") returning "id") select array_agg("key"::text)::text from "written keys" having (case when count(*) = $3 then '1' else '' end)::int = 1;
--   writes; 0=begins 1=opens 2=rows
-- update of all or none
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3", "given 4") as materialized (select "given 0", "given 1", cast("given 2" as interval), "given 3", "given 4" from (select $1, $2, $3::text[], $4, $5 union all (select array["begins"], array["opens"], null::text[], array["made"], array["id"] from "event" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3", "list 4") cross join lateral unnest("list 0", "list 1", "list 2", "list 3", "list 4") as "given lists" ("given 0", "given 1", "given 2", "given 3", "given 4")) update "event" set "begins" = "given 0", "opens" = "given 1", "lasts" = "given 2", "made" = "given 3" from "given values" where "id" = "given 4" returning "id") select count(*) from "written" having (case when count(*) = $6 then '1' else '' end)::int = 1;
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id 5=rows
-- update of at most ten
with "written" as (update "event" set "begins" = $1, "opens" = $2 where not exists (select 1 from "event" where "id" = $3 limit $4 offset $5) and ("id" = $6) returning 1) select count(*) from "written";
--   writes; 0=begins 1=opens 4=id 2=rows 3=rows 5=id
-- delete of at most ten
with "written" as (delete from "event" where not exists (select 1 from "event" where "id" = $1 limit $2 offset $3) and ("id" = $4) returning 1) select count(*) from "written";
--   writes; 2=id 0=rows 1=rows 3=id
-- update, giving all ids
with "written keys" ("key") as (update "event" set "begins" = $1, "opens" = $2 where "id" = $3 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=begins 1=opens 2=id
-- delete, giving all ids
with "written keys" ("key") as (delete from "event" where "id" = $1 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=id
-- update of several
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3") as materialized (select "given 0", "given 1", "given 2", "given 3" from (select $1, $2, $3, $4 union all (select array["begins"], array["opens"], array["id"], array["begins"] from "event" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3") cross join lateral unnest("list 0", "list 1", "list 2", "list 3") as "given lists" ("given 0", "given 1", "given 2", "given 3")) update "event" set "begins" = "given 0", "opens" = "given 1" from "given values" where "id" = "given 2" and "begins" = "given 3" and ("id" = $5) returning "id") select count(*) from "written";
--   writes; 1=begins 2=opens 3=id 4=begins 0=id
-- copy
insert into "event" ("id", "begins", "opens", "lasts", "made") overriding system value select "given 0", "given 1", "given 2", cast("given 3" as interval), "given 4" from (select $1, $2, $3, $4::text[], $5 union all (select array["id"], array["begins"], array["opens"], null::text[], array["made"] from "event" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3", "list 4") cross join lateral unnest("list 0", "list 1", "list 2", "list 3", "list 4") as "given lists" ("given 0", "given 1", "given 2", "given 3", "given 4");
--   writes; 0=id 1=begins 2=opens 3=lasts 4=made
-- insert of two, giving their keys in order
with "written keys" ("key") as (insert into "event" ("begins", "opens", "lasts", "made") select "given 0", "given 1", cast("given 2" as interval), "given 3" from (select $1, $2, $3::text[], $4 union all (select array["begins"], array["opens"], null::text[], array["made"] from "event" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3") cross join lateral unnest("list 0", "list 1", "list 2", "list 3") as "given lists" ("given 0", "given 1", "given 2", "given 3") returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=begins 1=opens 2=lasts 3=made
-- update of two, each with its own
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3", "given 4") as materialized (select "given 0", "given 1", cast("given 2" as interval), "given 3", "given 4" from (select $1, $2, $3::text[], $4, $5 union all (select array["begins"], array["opens"], null::text[], array["made"], array["id"] from "event" limit 0)) as "lists" ("list 0", "list 1", "list 2", "list 3", "list 4") cross join lateral unnest("list 0", "list 1", "list 2", "list 3", "list 4") as "given lists" ("given 0", "given 1", "given 2", "given 3", "given 4")) update "event" set "begins" = "given 0", "opens" = "given 1", "lasts" = "given 2", "made" = "given 3" from "given values" where "id" = "given 4" returning "id") select count(*) from "written";
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- update of those that are there
with "given values" ("given 0", "given 1", "given 2", "given place") as materialized (select "given 0", "given 1", "given 2", "given place" from (select $1, $2, $3 union all (select array["id"], array["begins"], array["opens"] from "event" limit 0)) as "lists" ("list 0", "list 1", "list 2") cross join lateral unnest("list 0", "list 1", "list 2") with ordinality as "given lists" ("given 0", "given 1", "given 2", "given place")), "written" as (update "event" set "begins" = "given 1", "opens" = "given 2" from "given values" where "id" = "given 0" returning "given values"."given place", "id" as "key 0") select array_agg("given place")::text, array_agg("key 0"::text)::text from "written";
--   writes; 0=id 1=begins 2=opens
-- update in cases
update "event" set "begins" = case when "id" = $1 then $2 when "id" = $3 then $4 else "begins" end, "opens" = case when "id" = $5 then $6 when "id" = $7 then $8 else "opens" end where ("id" = $9 or "id" = $10);
--   writes; 0=id 1=begins 3=id 4=begins 0=id 2=opens 3=id 5=opens 6=id 7=id
-- ## task
-- page by id
select "id", "state", "tags", "sizes" from "task" order by "task"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "state", "tags", "sizes" from "task" order by "task"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
with "page" as materialized (select "id" as "c0", "state" as "c1", "tags" as "c2", "sizes" as "c3", 1 as "here", "task"."id" as "s0" from "task" order by "task"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "task") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0";
--   reads
-- counted page by id, descending
with "page" as materialized (select "id" as "c0", "state" as "c1", "tags" as "c2", "sizes" as "c3", 1 as "here", "task"."id" as "s0" from "task" where "id" = $1 order by "task"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "task" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- page by state
select "id", "state", "tags", "sizes" from "task" order by "task"."state" asc nulls first, "task"."id" limit 1 offset 0;
--   reads
-- page by state, descending
select "id", "state", "tags", "sizes" from "task" order by "task"."state" desc nulls last, "task"."id" desc limit 1 offset 0;
--   reads
-- counted page by state
with "page" as materialized (select "id" as "c0", "state" as "c1", "tags" as "c2", "sizes" as "c3", 1 as "here", "task"."state" as "s0", "task"."id" as "s1" from "task" order by "task"."state" asc nulls first, "task"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "task") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" asc nulls first, "page"."s1";
--   reads
-- counted page by state, descending
with "page" as materialized (select "id" as "c0", "state" as "c1", "tags" as "c2", "sizes" as "c3", 1 as "here", "task"."state" as "s0", "task"."id" as "s1" from "task" where "id" = $1 order by "task"."state" desc nulls last, "task"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "task" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc nulls last, "page"."s1" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- count
select count(*) from "task";
--   reads
-- count of state=draft
select count(*) from "task" where "state" = $1;
--   reads; 0=state
-- count of state<=draft&state<>public
select count(*) from "task" where ("state" <= $1 and "state" <> $2);
--   reads; 0=state 1=state
-- count of tags=["a"]&sizes<>[1]
select count(*) from "task" where ("tags" = $1 and "sizes" <> $2);
--   reads; 0=tags 1=sizes
-- count of tags has a|sizes has 1|sizes=null
select count(*) from "task" where ("tags" @> $1 or "sizes" @> $2 or "sizes" is null);
--   reads; 0=tags 1=sizes
-- more than ten
select 1 from "task" where "id" = $1 limit $2 offset $3;
--   reads; 2=id 0=rows 1=rows
-- find
select "id", "state", "tags", "sizes" from "task" where "id" = $1;
--   reads; 0=id
-- lock
select "id", "state", "tags", "sizes" from "task" where "id" = $1 for update;
--   writes; 0=id
-- insert, giving the id
insert into "task" ("state", "tags", "sizes") values ($1, $2, $3) returning "id";
--   writes; 0=state 1=tags 2=sizes
-- insert of nothing, giving the id
insert into "task" default values returning "id";
--   writes
-- update, giving the id
update "task" set "state" = $1, "tags" = $2, "sizes" = $3 where "id" = $4 returning "id";
--   writes; 0=state 1=tags 2=sizes 3=id
-- delete, giving the id
delete from "task" where "id" = $1 returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "task" ("state", "tags", "sizes") values ($1, $2, $3) returning "id", "state", "tags", "sizes";
--   writes; 0=state 1=tags 2=sizes
-- insert of nothing, giving the record
insert into "task" default values returning "id", "state", "tags", "sizes";
--   writes
-- update, giving the record
update "task" set "state" = $1, "tags" = $2, "sizes" = $3 where "id" = $4 returning "id", "state", "tags", "sizes";
--   writes; 0=state 1=tags 2=sizes 3=id
-- delete, giving the record
delete from "task" where "id" = $1 returning "id", "state", "tags", "sizes";
--   writes; 0=id
-- insert with a row about the record
with "written record" as (insert into "task" ("state", "tags") values ($1, $2) returning "id"), "row about it" as (insert into "log" ("state", "id") select (select '[' || to_json("written record"."id")::text || ']' from "written record"), $3) select * from "written record";
--   writes; 0=state 1=tags 2=id
-- update with a row about the record
with "record before" as (select '[' || to_json("task"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"state":' || coalesce(to_json("state"::text)::text, 'null') || '}' as "former" from "task" where "id" = $1 for update), "written record" as (update "task" set "state" = $2, "tags" = $3 where exists (select 1 from "record before") and ("id" = $4) returning "id", "state", "tags", "sizes"), "row about it" as (insert into "log" ("state", "sizes", "id") select "key", "former", $5 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 2=state 3=tags 1=id 4=id
-- delete with a row about the record
with "record before" as (select '[' || to_json("task"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"state":' || coalesce(to_json("state"::text)::text, 'null') || '}' as "former" from "task" where "id" = $1 for update), "written record" as (delete from "task" where exists (select 1 from "record before") and ("id" = $2) returning "id"), "row about it" as (insert into "log" ("state", "sizes", "id") select "key", "former", $3 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 1=id 2=id
-- insert of several, giving the ids in order
with "written keys" ("key") as (insert into "task" ("state", "tags") values ($1, $2), ($3, $4) returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=state 1=tags 2=state 3=tags
-- update, giving the number
with "written" as (update "task" set "state" = $1, "tags" = $2 where "id" = $3 returning 1) select count(*) from "written";
--   writes; 0=state 1=tags 2=id
-- delete, giving the number
with "written" as (delete from "task" where "id" = $1 returning 1) select count(*) from "written";
--   writes; 0=id
-- insert of all or none
with "written keys" ("key") as (insert into "task" ("state", "tags") values ($1, $2), ($3, $4) returning "id") select array_agg("key"::text)::text from "written keys" having (case when count(*) = $5 then '1' else '' end)::int = 1;
--   writes; 0=state 1=tags 2=state 3=tags 4=rows
-- update of all or none
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3") as materialized (values ((select "state" from "task" where false), (select "tags" from "task" where false), (select "sizes" from "task" where false), (select "id" from "task" where false)), ($1, $2, $3, $4), ($5, $6, $7, $8)) update "task" set "state" = "given 0", "tags" = "given 1", "sizes" = "given 2" from "given values" where "id" = "given 3" returning "id") select count(*) from "written" having (case when count(*) = $9 then '1' else '' end)::int = 1;
--   writes; 0=state 1=tags 2=sizes 3=id 4=state 5=tags 6=sizes 7=id 8=rows
-- update of at most ten
with "written" as (update "task" set "state" = $1, "tags" = $2 where not exists (select 1 from "task" where "id" = $3 limit $4 offset $5) and ("id" = $6) returning 1) select count(*) from "written";
--   writes; 0=state 1=tags 4=id 2=rows 3=rows 5=id
-- delete of at most ten
with "written" as (delete from "task" where not exists (select 1 from "task" where "id" = $1 limit $2 offset $3) and ("id" = $4) returning 1) select count(*) from "written";
--   writes; 2=id 0=rows 1=rows 3=id
-- update, giving all ids
with "written keys" ("key") as (update "task" set "state" = $1, "tags" = $2 where "id" = $3 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=state 1=tags 2=id
-- delete, giving all ids
with "written keys" ("key") as (delete from "task" where "id" = $1 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=id
-- update of several
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3") as materialized (values ((select "state" from "task" where false), (select "tags" from "task" where false), (select "id" from "task" where false), (select "state" from "task" where false)), ($1, $2, $3, $4), ($5, $6, $7, $8)) update "task" set "state" = "given 0", "tags" = "given 1" from "given values" where "id" = "given 2" and "state" = "given 3" and ("id" = $9) returning "id") select count(*) from "written";
--   writes; 1=state 2=tags 3=id 4=state 5=state 6=tags 7=id 8=state 0=id
-- copy
insert into "task" ("id", "state", "tags", "sizes") overriding system value values ($1, $2, $3, $4), ($5, $6, $7, $8);
--   writes; 0=id 1=state 2=tags 3=sizes 4=id 5=state 6=tags 7=sizes
-- insert of two, giving their keys in order
with "written keys" ("key") as (insert into "task" ("state", "tags", "sizes") values ($1, $2, $3), ($4, $5, $6) returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=state 1=tags 2=sizes 3=state 4=tags 5=sizes
-- update of two, each with its own
with "written" as (with "given values" ("given 0", "given 1", "given 2", "given 3") as materialized (values ((select "state" from "task" where false), (select "tags" from "task" where false), (select "sizes" from "task" where false), (select "id" from "task" where false)), ($1, $2, $3, $4), ($5, $6, $7, $8)) update "task" set "state" = "given 0", "tags" = "given 1", "sizes" = "given 2" from "given values" where "id" = "given 3" returning "id") select count(*) from "written";
--   writes; 0=state 1=tags 2=sizes 3=id 4=state 5=tags 6=sizes 7=id
-- key, one in each run
select "id" from "task" where "id" = $1;
--   reads; 0=id
-- key of a table that compares exactly
select "id" from "task" where "id" = $1;
--   reads; 0=id
-- update of one that was found
update "task" set "state" = $1, "tags" = $2 where "id" = $3;
--   writes; 0=state 1=tags 2=id
-- update in cases
update "task" set "state" = case when "id" = $1 then $2 when "id" = $3 then $4 else "state" end, "tags" = case when "id" = $5 then $6 when "id" = $7 then $8 else "tags" end where ("id" = $9 or "id" = $10);
--   writes; 0=id 1=state 3=id 4=state 0=id 2=tags 3=id 5=tags 6=id 7=id
-- ## token
-- page by id
select "id", "value", "createdat", "updatedat" from "token" order by "token"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "value", "createdat", "updatedat" from "token" order by "token"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
with "page" as materialized (select "id" as "c0", "value" as "c1", "createdat" as "c2", "updatedat" as "c3", 1 as "here", "token"."id" as "s0" from "token" order by "token"."id" limit 1 offset 0) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select case when "r" < 1 and ("r" > 0 or cast(0 as bigint) = 0) then 0 + "r" else (select count(*) as "n" from "token") end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0";
--   reads
-- counted page by id, descending
with "page" as materialized (select "id" as "c0", "value" as "c1", "createdat" as "c2", "updatedat" as "c3", 1 as "here", "token"."id" as "s0" from "token" where "id" = $1 order by "token"."id" desc limit $2 offset $3) select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select case when "r" < $4 and ("r" > 0 or cast($5 as bigint) = 0) then $6 + "r" else (select count(*) as "n" from "token" where "id" = $7) end as "n" from (select count(*) as "r" from "page") as "onpage") as "counted" left join "page" on true order by "page"."s0" desc;
--   reads; 0=id 1=rows 2=rows 1=rows 2=rows 2=rows 0=id
-- count
select count(*) from "token";
--   reads
-- more than ten
select 1 from "token" where "id" = $1 limit $2 offset $3;
--   reads; 2=id 0=rows 1=rows
-- find
select "id", "value", "createdat", "updatedat" from "token" where "id" = $1;
--   reads; 0=id
-- lock
select "id", "value", "createdat", "updatedat" from "token" where "id" = $1 for update;
--   writes; 0=id
-- insert, giving the id
insert into "token" ("value") values ($1) returning "id";
--   writes; 0=value
-- insert of nothing, giving the id
insert into "token" default values returning "id";
--   writes
-- update, giving the id
update "token" set "value" = $1 where "id" = $2 returning "id";
--   writes; 0=value 1=id
-- delete, giving the id
delete from "token" where "id" = $1 returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "token" ("value") values ($1) returning "id", "value", "createdat", "updatedat";
--   writes; 0=value
-- insert of nothing, giving the record
insert into "token" default values returning "id", "value", "createdat", "updatedat";
--   writes
-- update, giving the record
update "token" set "value" = $1 where "id" = $2 returning "id", "value", "createdat", "updatedat";
--   writes; 0=value 1=id
-- delete, giving the record
delete from "token" where "id" = $1 returning "id", "value", "createdat", "updatedat";
--   writes; 0=id
-- insert with a row about the record
with "written record" as (insert into "token" ("value") values ($1) returning "id"), "row about it" as (insert into "log" ("value", "id") select (select '[' || to_json("written record"."id")::text || ']' from "written record"), $2) select * from "written record";
--   writes; 0=value 1=id
-- update with a row about the record
with "record before" as (select '[' || to_json("token"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"value":' || coalesce(to_json("value")::text, 'null') || ',"createdat":' || coalesce(case when "createdat" >= '0001-01-01' and "createdat" < '10000-01-01' then '"' || regexp_replace(to_char("createdat", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z"' else to_json("createdat"::text)::text end, 'null') || ',"updatedat":' || coalesce(case when "updatedat" >= '0001-01-01' and "updatedat" < '10000-01-01' then '"' || regexp_replace(to_char("updatedat", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z"' else to_json("updatedat"::text)::text end, 'null') || '}' as "former" from "token" where "id" = $1 for update), "written record" as (update "token" set "value" = $2 where exists (select 1 from "record before") and ("id" = $3) returning "id", "value", "createdat", "updatedat"), "row about it" as (insert into "log" ("value", "updatedat", "id") select "key", "former", $4 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 2=value 1=id 3=id
-- delete with a row about the record
with "record before" as (select '[' || to_json("token"."id")::text || ']' as "key", '{"id":' || coalesce(to_json("id")::text, 'null') || ',"value":' || coalesce(to_json("value")::text, 'null') || ',"createdat":' || coalesce(case when "createdat" >= '0001-01-01' and "createdat" < '10000-01-01' then '"' || regexp_replace(to_char("createdat", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z"' else to_json("createdat"::text)::text end, 'null') || ',"updatedat":' || coalesce(case when "updatedat" >= '0001-01-01' and "updatedat" < '10000-01-01' then '"' || regexp_replace(to_char("updatedat", 'YYYY-MM-DD"T"HH24:MI:SS.US'), '0{1,3}$', '') || 'Z"' else to_json("updatedat"::text)::text end, 'null') || '}' as "former" from "token" where "id" = $1 for update), "written record" as (delete from "token" where exists (select 1 from "record before") and ("id" = $2) returning "id"), "row about it" as (insert into "log" ("value", "updatedat", "id") select "key", "former", $3 from "record before" where exists (select 1 from "written record")) select * from "written record";
--   writes; 0=id 1=id 2=id
-- insert of several, giving the ids in order
with "written keys" ("key") as (insert into "token" ("value") select "given 0" from (select $1 union all (select array["value"] from "token" limit 0)) as "lists" ("list 0") cross join lateral unnest("list 0") as "given lists" ("given 0") returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=value
-- update, giving the number
with "written" as (update "token" set "value" = $1 where "id" = $2 returning 1) select count(*) from "written";
--   writes; 0=value 1=id
-- delete, giving the number
with "written" as (delete from "token" where "id" = $1 returning 1) select count(*) from "written";
--   writes; 0=id
-- insert of all or none
with "written keys" ("key") as (insert into "token" ("value") select "given 0" from (select $1 union all (select array["value"] from "token" limit 0)) as "lists" ("list 0") cross join lateral unnest("list 0") as "given lists" ("given 0") returning "id") select array_agg("key"::text)::text from "written keys" having (case when count(*) = $2 then '1' else '' end)::int = 1;
--   writes; 0=value 1=rows
-- update of all or none
with "written" as (with "given values" ("given 0", "given 1") as materialized (select "given 0", "given 1" from (select $1, $2 union all (select array["value"], array["id"] from "token" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1")) update "token" set "value" = "given 0" from "given values" where "id" = "given 1" returning "id") select count(*) from "written" having (case when count(*) = $3 then '1' else '' end)::int = 1;
--   writes; 0=value 1=id 2=rows
-- update of at most ten
with "written" as (update "token" set "value" = $1 where not exists (select 1 from "token" where "id" = $2 limit $3 offset $4) and ("id" = $5) returning 1) select count(*) from "written";
--   writes; 0=value 3=id 1=rows 2=rows 4=id
-- delete of at most ten
with "written" as (delete from "token" where not exists (select 1 from "token" where "id" = $1 limit $2 offset $3) and ("id" = $4) returning 1) select count(*) from "written";
--   writes; 2=id 0=rows 1=rows 3=id
-- update, giving all ids
with "written keys" ("key") as (update "token" set "value" = $1 where "id" = $2 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=value 1=id
-- delete, giving all ids
with "written keys" ("key") as (delete from "token" where "id" = $1 returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=id
-- update of several
with "written" as (with "given values" ("given 0", "given 1", "given 2") as materialized (select "given 0", "given 1", "given 2" from (select $1, $2, $3 union all (select array["value"], array["id"], array["value"] from "token" limit 0)) as "lists" ("list 0", "list 1", "list 2") cross join lateral unnest("list 0", "list 1", "list 2") as "given lists" ("given 0", "given 1", "given 2")) update "token" set "value" = "given 0" from "given values" where "id" = "given 1" and "value" = "given 2" and ("id" = $4) returning "id") select count(*) from "written";
--   writes; 1=value 2=id 3=value 0=id
-- copy
insert into "token" ("id", "value") overriding system value select "given 0", "given 1" from (select $1, $2 union all (select array["id"], array["value"] from "token" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1");
--   writes; 0=id 1=value
-- insert of two, giving their keys in order
with "written keys" ("key") as (insert into "token" ("value") select "given 0" from (select $1 union all (select array["value"] from "token" limit 0)) as "lists" ("list 0") cross join lateral unnest("list 0") as "given lists" ("given 0") returning "id") select array_agg("key"::text)::text from "written keys";
--   writes; 0=value
-- update of two, each with its own
with "written" as (with "given values" ("given 0", "given 1") as materialized (select "given 0", "given 1" from (select $1, $2 union all (select array["value"], array["id"] from "token" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") as "given lists" ("given 0", "given 1")) update "token" set "value" = "given 0" from "given values" where "id" = "given 1" returning "id") select count(*) from "written";
--   writes; 0=value 1=id
-- update of those that are there
with "given values" ("given 0", "given 1", "given place") as materialized (select "given 0", "given 1", "given place" from (select $1, $2 union all (select array["value"], array["value"] from "token" limit 0)) as "lists" ("list 0", "list 1") cross join lateral unnest("list 0", "list 1") with ordinality as "given lists" ("given 0", "given 1", "given place")), "written" as (update "token" set "value" = "given 1" from "given values" where "value" = "given 0" and "value" collate "C" = "given 0" returning "given values"."given place", "id" as "key 0") select array_agg("given place")::text, array_agg("key 0"::text)::text from "written";
--   writes; 0=value 1=value
-- update in cases
update "token" set "value" = case when "id" = $1 then $2 when "id" = $3 then $4 else "value" end where ("id" = $5 or "id" = $6);
--   writes; 0=id 1=value 2=id 3=value 4=id 5=id
-- ## The tables
-- add: The table "notes" is missing.
create table "notes" ("id" integer generated by default as identity primary key, "the ""title""" varchar(255) collate "C" not null, "body" text collate "C", "markup" text collate "C" default 'it''s a \ "text" 😀', "views" integer not null default 0, "big" bigint, "ratio" double precision, "price" numeric(12,2), "done" boolean default false, "day" date, "at" timestamptz(3) default '2024-02-29T12:00:00.000Z', "code" uuid, "data" jsonb, "hash" bytea, "photo" bytea default '\x00ff275c'::bytea, "hidden" text, "author" integer, "createdat" timestamptz(3) not null);
create unique index if not exists "ux_notes.the ""title""" on "notes" ("the ""title""");
create index if not exists "ix_notes.views" on "notes" ("views");
create unique index if not exists "ux_notes.big" on "notes" ("big" nulls first);
create index if not exists "ix_notes.code" on "notes" ("code" nulls first);
create unique index if not exists "ux_notes.hash" on "notes" ("hash" nulls first);
-- add: The table "author" is missing.
create table "author" ("id" integer generated by default as identity primary key, "boss" integer);
-- add: The table "event" is missing.
create table "event" ("id" integer generated by default as identity primary key, "begins" timestamp(6) not null, "opens" time(6) default '08:30:00.123456', "lasts" interval(6) default 'P1M', "made" smallint);
create index if not exists "ix_event.begins" on "event" ("begins");
-- add: The table "task" is missing.
drop type if exists "en_task.state";
create type "en_task.state" as enum ('draft', 'it''s \', 'public');
create table "task" ("id" integer generated by default as identity primary key, "state" "en_task.state" default 'draft', "tags" varchar(20)[] default '{"it''s"}', "sizes" bigint[]);
create index if not exists "ix_task.state" on "task" ("state" nulls first);
-- add: The table "token" is missing.
create table "token" ("id" uuid primary key not null, "value" varchar(40) collate "C", "createdat" timestamptz(3) not null, "updatedat" timestamptz(3) not null);
-- add: The table "data_api_idempotency" is missing.
create table "data_api_idempotency" ("keyhash" varchar(43) collate "C" primary key not null, "fingerprint" varchar(43) collate "C" not null, "token" varchar(43) collate "C" not null, "expiresat" timestamptz(3) not null, "answer" text collate "C");
create index if not exists "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");
-- add: The foreign key from "notes"."author" is missing.
alter table "notes" add constraint "fk_notes.author" foreign key ("author") references "author" ("id");
-- add: The foreign key from "author"."boss" is missing.
alter table "author" add constraint "fk_author.boss" foreign key ("boss") references "author" ("id");
-- ## A table that has not all that it needs
-- add: The table "data_api_idempotency" is missing.
create table "data_api_idempotency" ("keyhash" varchar(43) collate "C" primary key not null, "fingerprint" varchar(43) collate "C" not null, "token" varchar(43) collate "C" not null, "expiresat" timestamptz(3) not null, "answer" text collate "C");
create index if not exists "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");
-- decide: The column "notes"."id" is of type "blob", the field "id" needs "integer".
-- decide: The column "notes"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- alter: The column "notes"."the "title"" is of type "blob", the field "title" needs "varchar(255)". The column "notes"."the "title"" is nullable, the field "title" is required.
alter table "notes" alter column "the ""title""" type varchar(255) collate "C" using "the ""title"""::varchar(255);
alter table "notes" alter column "the ""title""" set not null;
-- add: The column "notes"."body" is missing.
alter table "notes" add column "body" text collate "C";
-- add: The column "notes"."markup" is missing.
alter table "notes" add column "markup" text collate "C" default 'it''s a \ "text" 😀';
-- alter: The column "notes"."views" is of type "blob", the field "views" needs "integer". The column "notes"."views" is nullable, the field "views" is required.
alter table "notes" alter column "views" type integer using "views"::integer;
alter table "notes" alter column "views" set not null;
-- add: The column "notes"."big" is missing.
alter table "notes" add column "big" bigint;
-- add: The column "notes"."ratio" is missing.
alter table "notes" add column "ratio" double precision;
-- add: The column "notes"."price" is missing.
alter table "notes" add column "price" numeric(12,2);
-- add: The column "notes"."done" is missing.
alter table "notes" add column "done" boolean default false;
-- add: The column "notes"."day" is missing.
alter table "notes" add column "day" date;
-- add: The column "notes"."at" is missing.
alter table "notes" add column "at" timestamptz(3) default '2024-02-29T12:00:00.000Z';
-- add: The column "notes"."code" is missing.
alter table "notes" add column "code" uuid;
-- add: The column "notes"."data" is missing.
alter table "notes" add column "data" jsonb;
-- add: The column "notes"."hash" is missing.
alter table "notes" add column "hash" bytea;
-- add: The column "notes"."photo" is missing.
alter table "notes" add column "photo" bytea default '\x00ff275c'::bytea;
-- add: The column "notes"."hidden" is missing.
alter table "notes" add column "hidden" text;
-- add: The column "notes"."author" is missing.
alter table "notes" add column "author" integer;
alter table "notes" add constraint "fk_notes.author" foreign key ("author") references "author" ("id");
-- decide: The column "notes"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- decide: The column "author"."id" is of type "blob", the field "id" needs "integer".
-- decide: The column "author"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- add: The column "author"."boss" is missing.
alter table "author" add column "boss" integer;
alter table "author" add constraint "fk_author.boss" foreign key ("boss") references "author" ("id");
-- decide: The column "event"."id" is of type "blob", the field "id" needs "integer".
-- decide: The column "event"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- decide: The column "event"."begins" is missing and cannot be added, because existing records would have no value for it: give the field a "default" or make it not required.
-- add: The column "event"."opens" is missing.
alter table "event" add column "opens" time(6) default '08:30:00.123456';
-- add: The column "event"."lasts" is missing.
alter table "event" add column "lasts" interval(6) default 'P1M';
-- add: The column "event"."made" is missing.
alter table "event" add column "made" smallint;
-- decide: The column "task"."id" is of type "blob", the field "id" needs "integer".
-- decide: The column "task"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- add: The column "task"."state" is missing.
drop type if exists "en_task.state";
create type "en_task.state" as enum ('draft', 'it''s \', 'public');
alter table "task" add column "state" "en_task.state" default 'draft';
-- add: The column "task"."tags" is missing.
alter table "task" add column "tags" varchar(20)[] default '{"it''s"}';
-- add: The column "task"."sizes" is missing.
alter table "task" add column "sizes" bigint[];
-- decide: The column "token"."id" is of type "blob", the field "id" needs "uuid".
-- add: The column "token"."value" is missing.
alter table "token" add column "value" varchar(40) collate "C";
-- decide: The column "token"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- decide: The column "token"."updatedat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- add: The unique index on "notes"."the "title"" is missing.
create unique index if not exists "ux_notes.the ""title""" on "notes" ("the ""title""");
-- add: The index on "notes"."views" is missing.
create index if not exists "ix_notes.views" on "notes" ("views");
-- add: The unique index on "notes"."big" is missing.
create unique index if not exists "ux_notes.big" on "notes" ("big" nulls first);
-- add: The index on "notes"."code" is missing.
create index if not exists "ix_notes.code" on "notes" ("code" nulls first);
-- add: The unique index on "notes"."hash" is missing.
create unique index if not exists "ux_notes.hash" on "notes" ("hash" nulls first);
-- add: The index on "event"."begins" is missing.
create index if not exists "ix_event.begins" on "event" ("begins");
-- add: The index on "task"."state" is missing.
create index if not exists "ix_task.state" on "task" ("state" nulls first);
-- ## A table and its columns that were renamed
-- rename: The table "article" is called "note".
alter table "note" rename to "article";
-- rename: The column "article"."headline" is called "title".
alter table "article" rename column "title" to "headline";
-- rename: The column "article"."status" is called "state".
alter table "article" rename column "state" to "status";
-- rename: The column "article"."editor" is called "author".
alter table "article" rename column "author" to "editor";
-- rename: The index "ux_article.headline" is called "ux_note.title".
alter index "ux_note.title" rename to "ux_article.headline";
-- rename: The type "en_article.status" is called "en_note.state".
alter type "main_schema"."en_note.state" rename to "en_article.status";
-- rename: The index "ix_article.views" is called "ix_note.views".
alter index "ix_note.views" rename to "ix_article.views";
-- rename: The foreign key "fk_article.editor" is called "fk_note.author".
alter table "article" rename constraint "fk_note.author" to "fk_article.editor";
-- ## Columns that change, with indexes and a default
-- alter: The column "note"."title" is of type "varchar(20)", the field "title" needs "varchar(100)".
alter table "note" alter column "title" type varchar(100) collate "C" using "title"::varchar(100);
-- alter: The column "note"."views" is nullable, the field "views" is required.
alter table "note" alter column "views" set not null;
-- alter: The column "note"."code" is not null, the field "code" is not required.
alter table "note" alter column "code" drop not null;
-- alter: The column "note"."price" is of type "int4", the field "price" needs "numeric(12,2)".
alter table "note" alter column "price" drop default;
alter table "note" alter column "price" type numeric(12,2) using "price"::numeric(12,2);
alter table "note" alter column "price" set default '1.5';
-- alter: The column "note"."place" is nullable, the field "place" is required.
alter table "note" alter column "place" set not null;
-- ## A foreign key of several fields
-- add: The table "line" is missing.
create table "line" ("order" varchar(20) collate "C" not null, "the ""nr""" integer not null, primary key ("order", "the ""nr"""));
-- add: The table "remark" is missing.
create table "remark" ("id" integer generated by default as identity primary key, "order" varchar(20) collate "C", "line" integer, "text" text collate "C");
-- add: The foreign key from "remark"."order", "line" is missing.
alter table "remark" add constraint "fk_remark.order.line" foreign key ("order", "line") references "line" ("order", "the ""nr""");
