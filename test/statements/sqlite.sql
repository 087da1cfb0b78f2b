-- ## note
-- page by id
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."id" as "s0" from "notes" order by "notes"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0";
--   reads
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."id" as "s0" from "notes" where "id" = ? order by "notes"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 0=id
-- page by title
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."the ""title""", "notes"."id" limit 1 offset 0;
--   reads
-- page by title, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."the ""title""" desc, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by title
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."the ""title""" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."the ""title""", "notes"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by title, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."the ""title""" as "s0", "notes"."id" as "s1" from "notes" where "id" = ? order by "notes"."the ""title""" desc, "notes"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by body
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."body", "notes"."id" limit 1 offset 0) order by "notes"."body", "notes"."id";
--   reads
-- page by body, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."body" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."body" desc, "notes"."id" desc;
--   reads
-- counted page by body
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."body" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."body", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by body, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."body" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."body" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by markup
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup", "notes"."id" limit 1 offset 0) order by "notes"."markup", "notes"."id";
--   reads
-- page by markup, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."markup" desc, "notes"."id" desc;
--   reads
-- counted page by markup
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."markup" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by markup, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."markup" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."markup" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by views
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."views", "notes"."id" limit 1 offset 0;
--   reads
-- page by views, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."views" desc, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by views
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."views" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."views", "notes"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by views, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."views" as "s0", "notes"."id" as "s1" from "notes" where "id" = ? order by "notes"."views" desc, "notes"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by big
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."big", "notes"."id" limit 1 offset 0;
--   reads
-- page by big, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."big" desc, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by big
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."big" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."big", "notes"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by big, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."big" as "s0", "notes"."id" as "s1" from "notes" where "id" = ? order by "notes"."big" desc, "notes"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by ratio
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio", "notes"."id" limit 1 offset 0) order by "notes"."ratio", "notes"."id";
--   reads
-- page by ratio, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."ratio" desc, "notes"."id" desc;
--   reads
-- counted page by ratio
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."ratio" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by ratio, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."ratio" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."ratio" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by price
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by decimal_sort_key("notes"."price"), "notes"."id" limit 1 offset 0) order by decimal_sort_key("notes"."price"), "notes"."id";
--   reads
-- page by price, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by decimal_sort_key("notes"."price") desc, "notes"."id" desc limit 1 offset 0) order by decimal_sort_key("notes"."price") desc, "notes"."id" desc;
--   reads
-- counted page by price
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", decimal_sort_key("notes"."price") as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by decimal_sort_key("notes"."price"), "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by price, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", decimal_sort_key("notes"."price") as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by decimal_sort_key("notes"."price") desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by done
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."done", "notes"."id" limit 1 offset 0) order by "notes"."done", "notes"."id";
--   reads
-- page by done, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."done" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."done" desc, "notes"."id" desc;
--   reads
-- counted page by done
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."done" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."done", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by done, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."done" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."done" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by day
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."day", "notes"."id" limit 1 offset 0) order by "notes"."day", "notes"."id";
--   reads
-- page by day, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."day" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."day" desc, "notes"."id" desc;
--   reads
-- counted page by day
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."day" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."day", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by day, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."day" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."day" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by at
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."at", "notes"."id" limit 1 offset 0) order by "notes"."at", "notes"."id";
--   reads
-- page by at, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."at" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."at" desc, "notes"."id" desc;
--   reads
-- counted page by at
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."at" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."at", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by at, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."at" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."at" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by code
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."code", "notes"."id" limit 1 offset 0;
--   reads
-- page by code, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."code" desc, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by code
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."code" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."code", "notes"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by code, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."code" as "s0", "notes"."id" as "s1" from "notes" where "id" = ? order by "notes"."code" desc, "notes"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by hash
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."hash", "notes"."id" limit 1 offset 0;
--   reads
-- page by hash, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" order by "notes"."hash" desc, "notes"."id" desc limit 1 offset 0;
--   reads
-- counted page by hash
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."hash" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."hash", "notes"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by hash, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."hash" as "s0", "notes"."id" as "s1" from "notes" where "id" = ? order by "notes"."hash" desc, "notes"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by photo
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo", "notes"."id" limit 1 offset 0) order by "notes"."photo", "notes"."id";
--   reads
-- page by photo, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."photo" desc, "notes"."id" desc;
--   reads
-- counted page by photo
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."photo" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by photo, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."photo" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."photo" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by author
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."author", "notes"."id" limit 1 offset 0) order by "notes"."author", "notes"."id";
--   reads
-- page by author, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."author" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."author" desc, "notes"."id" desc;
--   reads
-- counted page by author
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."author" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."author", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by author, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."author" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."author" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- page by createdat
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat", "notes"."id" limit 1 offset 0) order by "notes"."createdat", "notes"."id";
--   reads
-- page by createdat, descending
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat" desc, "notes"."id" desc limit 1 offset 0) order by "notes"."createdat" desc, "notes"."id" desc;
--   reads
-- counted page by createdat
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."createdat" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat", "notes"."id" limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by createdat, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = ?) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", iif(typeof("big") = 'blob', "big", cast("big" as text)) as "c5", "ratio" as "c6", "price" as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", "data" as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."createdat" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = ? order by "notes"."createdat" desc, "notes"."id" desc limit 1 offset 0)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- count
select count(*) from "notes";
--   reads
-- count of title="x"
select count(*) from "notes" where "the ""title""" = ?;
--   reads; 0=title
-- count of title<>"x"
select count(*) from "notes" where "the ""title""" <> ?;
--   reads; 0=title
-- count of title>="x"
select count(*) from "notes" where "the ""title""" >= ?;
--   reads; 0=title
-- count of body~"x"
select count(*) from "notes" where instr("body", ?) > 0;
--   reads; 0=body
-- count of views=1|views=null&(price>=1.5|price<>2)
select count(*) from "notes" where ("views" = ? or ("views" is null and (decimal_sort_key("price") >= decimal_sort_key(?) or "price" <> ?)));
--   reads; 0=views 1=price 2=price
-- count of big>5&ratio<0.5
select count(*) from "notes" where ("big" > ? and "ratio" < ?);
--   reads; 0=big 1=ratio
-- count of done=true|done<>null
select count(*) from "notes" where ("done" = ? or "done" is not null);
--   reads; 0=done
-- count of day<=2024-02-29&at>2024-02-29T12:00:00Z
select count(*) from "notes" where ("day" <= ? and "at" > ?);
--   reads; 0=day 1=at
-- count of code=123e4567-e89b-42d3-a456-426614174000
select count(*) from "notes" where "code" = ?;
--   reads; 0=code
-- count of code<123e4567-e89b-42d3-a456-426614174000
select count(*) from "notes" where "code" < ?;
--   reads; 0=code
-- count of data=null
select count(*) from "notes" where "data" is null;
--   reads
-- count of hash=AP8=&photo<>AP8=
select count(*) from "notes" where ("hash" = ? and "photo" <> ?);
--   reads; 0=hash 1=photo
-- count of hash<AP8=&photo>=AP8=
select count(*) from "notes" where ("hash" < ? and "photo" >= ?);
--   reads; 0=hash 1=photo
-- more than ten
select 1 from "notes" where "id" = ? limit 1 offset ?;
--   reads; 1=id 0=rows
-- find
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" = ?;
--   reads; 0=id
-- lock
select "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat" from "notes" where "id" = ?;
--   writes; 0=id
-- insert, giving the id
insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning "id";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- insert of nothing, giving the id
insert into "notes" default values returning "id";
--   writes
-- update, giving the id
update "notes" set "the ""title""" = ?, "body" = ?, "markup" = ?, "views" = ?, "big" = ?, "ratio" = ?, "price" = ?, "done" = ?, "day" = ?, "at" = ?, "code" = ?, "data" = coalesce(?, case when trim("data") = 'null' then "data" end), "hash" = ?, "photo" = ?, "hidden" = ?, "author" = ? where "id" = ? returning "id";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- delete, giving the id
delete from "notes" where "id" = ? returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- insert of nothing, giving the record
insert into "notes" default values returning "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat";
--   writes
-- update, giving the record
update "notes" set "the ""title""" = ?, "body" = ?, "markup" = ?, "views" = ?, "big" = ?, "ratio" = ?, "price" = ?, "done" = ?, "day" = ?, "at" = ?, "code" = ?, "data" = coalesce(?, case when trim("data") = 'null' then "data" end), "hash" = ?, "photo" = ?, "hidden" = ?, "author" = ? where "id" = ? returning "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- delete, giving the record
delete from "notes" where "id" = ? returning "id", "the ""title""", "body", "markup", "views", iif(typeof("big") = 'blob', "big", cast("big" as text)), "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "author", "createdat";
--   writes; 0=id
-- insert of several, giving the ids in order
insert into "notes" ("the ""title""", "body") values (?, ?), (?, ?) returning "id";
--   writes; 0=title 1=body 2=title 3=body
-- update, giving the number
update "notes" set "the ""title""" = ?, "body" = ? where "id" = ? returning 1;
--   writes; 0=title 1=body 2=id
-- delete, giving the number
delete from "notes" where "id" = ? returning 1;
--   writes; 0=id
-- update, giving all ids
update "notes" set "the ""title""" = ?, "body" = ? where "id" = ? returning "id";
--   writes; 0=title 1=body 2=id
-- delete, giving all ids
delete from "notes" where "id" = ? returning "id";
--   writes; 0=id
-- copy
insert into "notes" ("id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
--   writes; 0=id 1=title 2=body 3=markup 4=views 5=big 6=ratio 7=price 8=done 9=day 10=at 11=code 12=data 13=hash 14=photo 15=hidden 16=author 17=id 18=title 19=body 20=markup 21=views 22=big 23=ratio 24=price 25=done 26=day 27=at 28=code 29=data 30=hash 31=photo 32=hidden 33=author
-- insert of two, giving their keys in order
insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning "id";
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=title 17=body 18=markup 19=views 20=big 21=ratio 22=price 23=done 24=day 25=at 26=code 27=data 28=hash 29=photo 30=hidden 31=author
-- insert, one in each run
insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- update of all, in one run
update "notes" set "the ""title""" = ?, "body" = ? where "id" = ?;
--   writes; 0=title 1=body 2=id
-- delete of all, in one run
delete from "notes" where "id" = ?;
--   writes; 0=id
-- delete, giving some fields
delete from "notes" where "id" = ? returning "id", "the ""title""";
--   writes; 0=id
-- update, one in each run
update "notes" set "the ""title""" = ?, "body" = ? where "id" = ? and "the ""title""" = ? and ("id" = ?);
--   writes; 0=title 1=body 2=id 3=title 4=id
-- key, one in each run
select "id" from "notes" where "the ""title""" = ? and "the ""title""" = ? collate binary and "views" = ?;
--   reads; 0=title 0=title 1=views
-- key of a table that compares exactly
select "id" from "notes" where "the ""title""" = ? and "views" = ?;
--   reads; 0=title 1=views
-- update of one that was found
update "notes" set "the ""title""" = ?, "body" = ? where "id" = ?;
--   writes; 0=title 1=body 2=id
-- update in cases
update "notes" set "the ""title""" = case when "id" = ? then ? when "id" = ? then ? else "the ""title""" end, "body" = case when "id" = ? then ? when "id" = ? then ? else "body" end where ("id" = ? or "id" = ?);
--   writes; 0=id 1=title 3=id 4=title 0=id 2=body 3=id 5=body 6=id 7=id
-- ## author
-- page by id
select "id", "boss" from "author" order by "author"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "boss" from "author" order by "author"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
select "page"."c0", "page"."c1", "page"."here", "counted"."n" from (select count(*) as "n" from "author") as "counted" left join (select "id" as "c0", "boss" as "c1", 1 as "here", "author"."id" as "s0" from "author" order by "author"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0";
--   reads
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."here", "counted"."n" from (select count(*) as "n" from "author" where "id" = ?) as "counted" left join (select "id" as "c0", "boss" as "c1", 1 as "here", "author"."id" as "s0" from "author" where "id" = ? order by "author"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 0=id
-- count
select count(*) from "author";
--   reads
-- more than ten
select 1 from "author" where "id" = ? limit 1 offset ?;
--   reads; 1=id 0=rows
-- find
select "id", "boss" from "author" where "id" = ?;
--   reads; 0=id
-- lock
select "id", "boss" from "author" where "id" = ?;
--   writes; 0=id
-- insert, giving the id
insert into "author" ("boss") values (?) returning "id";
--   writes; 0=boss
-- insert of nothing, giving the id
insert into "author" default values returning "id";
--   writes
-- update, giving the id
update "author" set "boss" = ? where "id" = ? returning "id";
--   writes; 0=boss 1=id
-- delete, giving the id
delete from "author" where "id" = ? returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "author" ("boss") values (?) returning "id", "boss";
--   writes; 0=boss
-- insert of nothing, giving the record
insert into "author" default values returning "id", "boss";
--   writes
-- update, giving the record
update "author" set "boss" = ? where "id" = ? returning "id", "boss";
--   writes; 0=boss 1=id
-- delete, giving the record
delete from "author" where "id" = ? returning "id", "boss";
--   writes; 0=id
-- insert of several, giving the ids in order
insert into "author" ("boss") values (?), (?) returning "id";
--   writes; 0=boss 1=boss
-- update, giving the number
update "author" set "boss" = ? where "id" = ? returning 1;
--   writes; 0=boss 1=id
-- delete, giving the number
delete from "author" where "id" = ? returning 1;
--   writes; 0=id
-- update, giving all ids
update "author" set "boss" = ? where "id" = ? returning "id";
--   writes; 0=boss 1=id
-- delete, giving all ids
delete from "author" where "id" = ? returning "id";
--   writes; 0=id
-- copy
insert into "author" ("id", "boss") values (?, ?), (?, ?);
--   writes; 0=id 1=boss 2=id 3=boss
-- insert of two, giving their keys in order
insert into "author" ("boss") values (?), (?) returning "id";
--   writes; 0=boss 1=boss
-- insert, one in each run
insert into "author" ("boss") values (?);
--   writes; 0=boss
-- update of all, in one run
update "author" set "boss" = ? where "id" = ?;
--   writes; 0=boss 1=id
-- delete of all, in one run
delete from "author" where "id" = ?;
--   writes; 0=id
-- delete, giving some fields
delete from "author" where "id" = ? returning "id", "boss";
--   writes; 0=id
-- update, one in each run
update "author" set "boss" = ? where "id" = ? and "boss" = ? and ("id" = ?);
--   writes; 0=boss 1=id 2=boss 3=id
-- key, one in each run
select "id" from "author" where "boss" = ?;
--   reads; 0=boss
-- key of a table that compares exactly
select "id" from "author" where "boss" = ?;
--   reads; 0=boss
-- update of one that was found
update "author" set "boss" = ? where "id" = ?;
--   writes; 0=boss 1=id
-- update in cases
update "author" set "boss" = case when "id" = ? then ? when "id" = ? then ? else "boss" end where ("id" = ? or "id" = ?);
--   writes; 0=id 1=boss 2=id 3=boss 4=id 5=id
-- ## event
-- page by id
select "id", "begins", "opens", "lasts", "made" from "event" order by "event"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "begins", "opens", "lasts", "made" from "event" order by "event"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."here", "counted"."n" from (select count(*) as "n" from "event") as "counted" left join (select "id" as "c0", "begins" as "c1", "opens" as "c2", "lasts" as "c3", "made" as "c4", 1 as "here", "event"."id" as "s0" from "event" order by "event"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0";
--   reads
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."here", "counted"."n" from (select count(*) as "n" from "event" where "id" = ?) as "counted" left join (select "id" as "c0", "begins" as "c1", "opens" as "c2", "lasts" as "c3", "made" as "c4", 1 as "here", "event"."id" as "s0" from "event" where "id" = ? order by "event"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 0=id
-- count
select count(*) from "event";
--   reads
-- more than ten
select 1 from "event" where "id" = ? limit 1 offset ?;
--   reads; 1=id 0=rows
-- find
select "id", "begins", "opens", "lasts", "made" from "event" where "id" = ?;
--   reads; 0=id
-- lock
select "id", "begins", "opens", "lasts", "made" from "event" where "id" = ?;
--   writes; 0=id
-- insert, giving the id
insert into "event" ("begins", "opens", "lasts", "made") values (?, ?, ?, ?) returning "id";
--   writes; 0=begins 1=opens 2=lasts 3=made
-- insert of nothing, giving the id
insert into "event" default values returning "id";
--   writes
-- update, giving the id
update "event" set "begins" = ?, "opens" = ?, "lasts" = ?, "made" = ? where "id" = ? returning "id";
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- delete, giving the id
delete from "event" where "id" = ? returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "event" ("begins", "opens", "lasts", "made") values (?, ?, ?, ?) returning "id", "begins", "opens", "lasts", "made";
--   writes; 0=begins 1=opens 2=lasts 3=made
-- insert of nothing, giving the record
insert into "event" default values returning "id", "begins", "opens", "lasts", "made";
--   writes
-- update, giving the record
update "event" set "begins" = ?, "opens" = ?, "lasts" = ?, "made" = ? where "id" = ? returning "id", "begins", "opens", "lasts", "made";
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- delete, giving the record
delete from "event" where "id" = ? returning "id", "begins", "opens", "lasts", "made";
--   writes; 0=id
-- insert of several, giving the ids in order
insert into "event" ("begins", "opens") values (?, ?), (?, ?) returning "id";
--   writes; 0=begins 1=opens 2=begins 3=opens
-- update, giving the number
update "event" set "begins" = ?, "opens" = ? where "id" = ? returning 1;
--   writes; 0=begins 1=opens 2=id
-- delete, giving the number
delete from "event" where "id" = ? returning 1;
--   writes; 0=id
-- update, giving all ids
update "event" set "begins" = ?, "opens" = ? where "id" = ? returning "id";
--   writes; 0=begins 1=opens 2=id
-- delete, giving all ids
delete from "event" where "id" = ? returning "id";
--   writes; 0=id
-- copy
insert into "event" ("id", "begins", "opens", "lasts", "made") values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?);
--   writes; 0=id 1=begins 2=opens 3=lasts 4=made 5=id 6=begins 7=opens 8=lasts 9=made
-- insert of two, giving their keys in order
insert into "event" ("begins", "opens", "lasts", "made") values (?, ?, ?, ?), (?, ?, ?, ?) returning "id";
--   writes; 0=begins 1=opens 2=lasts 3=made 4=begins 5=opens 6=lasts 7=made
-- insert, one in each run
insert into "event" ("begins", "opens", "lasts", "made") values (?, ?, ?, ?);
--   writes; 0=begins 1=opens 2=lasts 3=made
-- update of all, in one run
update "event" set "begins" = ?, "opens" = ? where "id" = ?;
--   writes; 0=begins 1=opens 2=id
-- delete of all, in one run
delete from "event" where "id" = ?;
--   writes; 0=id
-- delete, giving some fields
delete from "event" where "id" = ? returning "id", "begins";
--   writes; 0=id
-- update, one in each run
update "event" set "begins" = ?, "opens" = ? where "id" = ? and "begins" = ? and ("id" = ?);
--   writes; 0=begins 1=opens 2=id 3=begins 4=id
-- key, one in each run
select "id" from "event" where "id" = ?;
--   reads; 0=id
-- key of a table that compares exactly
select "id" from "event" where "id" = ?;
--   reads; 0=id
-- update of one that was found
update "event" set "begins" = ?, "opens" = ? where "id" = ?;
--   writes; 0=begins 1=opens 2=id
-- update in cases
update "event" set "begins" = case when "id" = ? then ? when "id" = ? then ? else "begins" end, "opens" = case when "id" = ? then ? when "id" = ? then ? else "opens" end where ("id" = ? or "id" = ?);
--   writes; 0=id 1=begins 3=id 4=begins 0=id 2=opens 3=id 5=opens 6=id 7=id
-- ## task
-- page by id
select "id", "state", "tags", "sizes" from "task" order by "task"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "state", "tags", "sizes" from "task" order by "task"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "task") as "counted" left join (select "id" as "c0", "state" as "c1", "tags" as "c2", "sizes" as "c3", 1 as "here", "task"."id" as "s0" from "task" order by "task"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0";
--   reads
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "task" where "id" = ?) as "counted" left join (select "id" as "c0", "state" as "c1", "tags" as "c2", "sizes" as "c3", 1 as "here", "task"."id" as "s0" from "task" where "id" = ? order by "task"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 0=id
-- page by state
select "id", "state", "tags", "sizes" from "task" order by case "task"."state" collate binary when 'draft' then 0 when 'it''s \' then 1 when 'public' then 2 else case when "task"."state" collate binary is not null then -1 end end, "task"."id" limit 1 offset 0;
--   reads
-- page by state, descending
select "id", "state", "tags", "sizes" from "task" order by case "task"."state" collate binary when 'draft' then 0 when 'it''s \' then 1 when 'public' then 2 else case when "task"."state" collate binary is not null then -1 end end desc, "task"."id" desc limit 1 offset 0;
--   reads
-- counted page by state
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "task") as "counted" left join (select "id" as "c0", "state" as "c1", "tags" as "c2", "sizes" as "c3", 1 as "here", case "task"."state" collate binary when 'draft' then 0 when 'it''s \' then 1 when 'public' then 2 else case when "task"."state" collate binary is not null then -1 end end as "s0", "task"."id" as "s1" from "task" order by case "task"."state" collate binary when 'draft' then 0 when 'it''s \' then 1 when 'public' then 2 else case when "task"."state" collate binary is not null then -1 end end, "task"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads
-- counted page by state, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "task" where "id" = ?) as "counted" left join (select "id" as "c0", "state" as "c1", "tags" as "c2", "sizes" as "c3", 1 as "here", case "task"."state" collate binary when 'draft' then 0 when 'it''s \' then 1 when 'public' then 2 else case when "task"."state" collate binary is not null then -1 end end as "s0", "task"."id" as "s1" from "task" where "id" = ? order by case "task"."state" collate binary when 'draft' then 0 when 'it''s \' then 1 when 'public' then 2 else case when "task"."state" collate binary is not null then -1 end end desc, "task"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 0=id
-- count
select count(*) from "task";
--   reads
-- count of state=draft
select count(*) from "task" where "state" = ?;
--   reads; 0=state
-- count of state<=draft&state<>public
select count(*) from "task" where (case "state" collate binary when 'draft' then 0 when 'it''s \' then 1 when 'public' then 2 else case when "state" collate binary is not null then -1 end end <= case ? collate binary when 'draft' then 0 when 'it''s \' then 1 when 'public' then 2 else case when ? collate binary is not null then -1 end end and "state" <> ?);
--   reads; 0=state 0=state 1=state
-- count of tags=["a"]&sizes<>[1]
select count(*) from "task" where ((case when json_valid("tags") then json("tags") end = json(?)) and not (case when json_valid("sizes") then json("sizes") end = json(?)));
--   reads; 0=tags 1=sizes
-- count of tags has a|sizes has 1|sizes=null
select count(*) from "task" where (list_has("tags", 'string', ?) or list_has("sizes", 'bigint', ?) or "sizes" is null);
--   reads; 0=tags 1=sizes
-- more than ten
select 1 from "task" where "id" = ? limit 1 offset ?;
--   reads; 1=id 0=rows
-- find
select "id", "state", "tags", "sizes" from "task" where "id" = ?;
--   reads; 0=id
-- lock
select "id", "state", "tags", "sizes" from "task" where "id" = ?;
--   writes; 0=id
-- insert, giving the id
insert into "task" ("state", "tags", "sizes") values (?, ?, ?) returning "id";
--   writes; 0=state 1=tags 2=sizes
-- insert of nothing, giving the id
insert into "task" default values returning "id";
--   writes
-- update, giving the id
update "task" set "state" = ?, "tags" = ?, "sizes" = ? where "id" = ? returning "id";
--   writes; 0=state 1=tags 2=sizes 3=id
-- delete, giving the id
delete from "task" where "id" = ? returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "task" ("state", "tags", "sizes") values (?, ?, ?) returning "id", "state", "tags", "sizes";
--   writes; 0=state 1=tags 2=sizes
-- insert of nothing, giving the record
insert into "task" default values returning "id", "state", "tags", "sizes";
--   writes
-- update, giving the record
update "task" set "state" = ?, "tags" = ?, "sizes" = ? where "id" = ? returning "id", "state", "tags", "sizes";
--   writes; 0=state 1=tags 2=sizes 3=id
-- delete, giving the record
delete from "task" where "id" = ? returning "id", "state", "tags", "sizes";
--   writes; 0=id
-- insert of several, giving the ids in order
insert into "task" ("state", "tags") values (?, ?), (?, ?) returning "id";
--   writes; 0=state 1=tags 2=state 3=tags
-- update, giving the number
update "task" set "state" = ?, "tags" = ? where "id" = ? returning 1;
--   writes; 0=state 1=tags 2=id
-- delete, giving the number
delete from "task" where "id" = ? returning 1;
--   writes; 0=id
-- update, giving all ids
update "task" set "state" = ?, "tags" = ? where "id" = ? returning "id";
--   writes; 0=state 1=tags 2=id
-- delete, giving all ids
delete from "task" where "id" = ? returning "id";
--   writes; 0=id
-- copy
insert into "task" ("id", "state", "tags", "sizes") values (?, ?, ?, ?), (?, ?, ?, ?);
--   writes; 0=id 1=state 2=tags 3=sizes 4=id 5=state 6=tags 7=sizes
-- insert of two, giving their keys in order
insert into "task" ("state", "tags", "sizes") values (?, ?, ?), (?, ?, ?) returning "id";
--   writes; 0=state 1=tags 2=sizes 3=state 4=tags 5=sizes
-- insert, one in each run
insert into "task" ("state", "tags", "sizes") values (?, ?, ?);
--   writes; 0=state 1=tags 2=sizes
-- update of all, in one run
update "task" set "state" = ?, "tags" = ? where "id" = ?;
--   writes; 0=state 1=tags 2=id
-- delete of all, in one run
delete from "task" where "id" = ?;
--   writes; 0=id
-- delete, giving some fields
delete from "task" where "id" = ? returning "id", "state";
--   writes; 0=id
-- update, one in each run
update "task" set "state" = ?, "tags" = ? where "id" = ? and "state" = ? and ("id" = ?);
--   writes; 0=state 1=tags 2=id 3=state 4=id
-- key, one in each run
select "id" from "task" where "id" = ?;
--   reads; 0=id
-- key of a table that compares exactly
select "id" from "task" where "id" = ?;
--   reads; 0=id
-- update of one that was found
update "task" set "state" = ?, "tags" = ? where "id" = ?;
--   writes; 0=state 1=tags 2=id
-- update in cases
update "task" set "state" = case when "id" = ? then ? when "id" = ? then ? else "state" end, "tags" = case when "id" = ? then ? when "id" = ? then ? else "tags" end where ("id" = ? or "id" = ?);
--   writes; 0=id 1=state 3=id 4=state 0=id 2=tags 3=id 5=tags 6=id 7=id
-- ## token
-- page by id
select "id", "value", "createdat", "updatedat" from "token" order by "token"."id" limit 1 offset 0;
--   reads
-- page by id, descending
select "id", "value", "createdat", "updatedat" from "token" order by "token"."id" desc limit 1 offset 0;
--   reads
-- counted page by id
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "token") as "counted" left join (select "id" as "c0", "value" as "c1", "createdat" as "c2", "updatedat" as "c3", 1 as "here", "token"."id" as "s0" from "token" order by "token"."id" limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0";
--   reads
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "token" where "id" = ?) as "counted" left join (select "id" as "c0", "value" as "c1", "createdat" as "c2", "updatedat" as "c3", 1 as "here", "token"."id" as "s0" from "token" where "id" = ? order by "token"."id" desc limit 1 offset 0) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 0=id
-- count
select count(*) from "token";
--   reads
-- more than ten
select 1 from "token" where "id" = ? limit 1 offset ?;
--   reads; 1=id 0=rows
-- find
select "id", "value", "createdat", "updatedat" from "token" where "id" = ?;
--   reads; 0=id
-- lock
select "id", "value", "createdat", "updatedat" from "token" where "id" = ?;
--   writes; 0=id
-- insert, giving the id
insert into "token" ("value") values (?) returning "id";
--   writes; 0=value
-- insert of nothing, giving the id
insert into "token" default values returning "id";
--   writes
-- update, giving the id
update "token" set "value" = ? where "id" = ? returning "id";
--   writes; 0=value 1=id
-- delete, giving the id
delete from "token" where "id" = ? returning "id";
--   writes; 0=id
-- insert, giving the record
insert into "token" ("value") values (?) returning "id", "value", "createdat", "updatedat";
--   writes; 0=value
-- insert of nothing, giving the record
insert into "token" default values returning "id", "value", "createdat", "updatedat";
--   writes
-- update, giving the record
update "token" set "value" = ? where "id" = ? returning "id", "value", "createdat", "updatedat";
--   writes; 0=value 1=id
-- delete, giving the record
delete from "token" where "id" = ? returning "id", "value", "createdat", "updatedat";
--   writes; 0=id
-- insert of several, giving the ids in order
insert into "token" ("value") values (?), (?) returning "id";
--   writes; 0=value 1=value
-- update, giving the number
update "token" set "value" = ? where "id" = ? returning 1;
--   writes; 0=value 1=id
-- delete, giving the number
delete from "token" where "id" = ? returning 1;
--   writes; 0=id
-- update, giving all ids
update "token" set "value" = ? where "id" = ? returning "id";
--   writes; 0=value 1=id
-- delete, giving all ids
delete from "token" where "id" = ? returning "id";
--   writes; 0=id
-- copy
insert into "token" ("id", "value") values (?, ?), (?, ?);
--   writes; 0=id 1=value 2=id 3=value
-- insert of two, giving their keys in order
insert into "token" ("value") values (?), (?) returning "id";
--   writes; 0=value 1=value
-- insert, one in each run
insert into "token" ("value") values (?);
--   writes; 0=value
-- update of all, in one run
update "token" set "value" = ? where "id" = ?;
--   writes; 0=value 1=id
-- delete of all, in one run
delete from "token" where "id" = ?;
--   writes; 0=id
-- delete, giving some fields
delete from "token" where "id" = ? returning "id", "value";
--   writes; 0=id
-- update, one in each run
update "token" set "value" = ? where "id" = ? and "value" = ? and ("id" = ?);
--   writes; 0=value 1=id 2=value 3=id
-- key, one in each run
select "id" from "token" where "value" = ? and "value" = ? collate binary;
--   reads; 0=value 0=value
-- key of a table that compares exactly
select "id" from "token" where "value" = ?;
--   reads; 0=value
-- update of one that was found
update "token" set "value" = ? where "id" = ?;
--   writes; 0=value 1=id
-- update in cases
update "token" set "value" = case when "id" = ? then ? when "id" = ? then ? else "value" end where ("id" = ? or "id" = ?);
--   writes; 0=id 1=value 2=id 3=value 4=id 5=id
-- ## The tables
-- add: The table "notes" is missing.
create table "notes" ("id" integer primary key autoincrement, "the ""title""" text not null, "body" text, "markup" text default 'it''s a \ "text" 😀', "views" integer not null default 0, "big" bigint, "ratio" real, "price" decimal_text, "done" boolean default 0, "day" date, "at" datetime default '2024-02-29T12:00:00.000Z', "code" uuid_text, "data" json_text, "hash" blob, "photo" blob default x'00ff275c', "hidden" text, "author" integer references "author" ("id"), "createdat" datetime not null);
create unique index if not exists "ux_notes.the ""title""" on "notes" ("the ""title""");
create index if not exists "ix_notes.views" on "notes" ("views");
create unique index if not exists "ux_notes.big" on "notes" ("big");
create index if not exists "ix_notes.code" on "notes" ("code");
create unique index if not exists "ux_notes.hash" on "notes" ("hash");
-- add: The table "author" is missing.
create table "author" ("id" integer primary key autoincrement, "boss" integer references "author" ("id"));
-- add: The table "event" is missing.
create table "event" ("id" integer primary key autoincrement, "begins" datetime not null, "opens" time default '08:30:00.123456', "lasts" duration_text default '10000000002592000000000 P1M', "made" smallint);
create index if not exists "ix_event.begins" on "event" ("begins");
-- add: The table "task" is missing.
create table "task" ("id" integer primary key autoincrement, "state" text default 'draft' constraint "ck_task.state" check ("state" in ('draft', 'it''s \', 'public')), "tags" json_text default '["it''s"]', "sizes" json_text);
create index if not exists "ix_task.state" on "task" ("state");
-- add: The table "token" is missing.
create table "token" ("id" uuid_text primary key not null, "value" text, "createdat" datetime not null, "updatedat" datetime not null);
-- add: The table "data_api_idempotency" is missing.
create table "data_api_idempotency" ("keyhash" text primary key not null, "fingerprint" text not null, "token" text not null, "expiresat" datetime not null, "answer" text);
create index if not exists "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");
-- ## A table that has not all that it needs
-- add: The table "data_api_idempotency" is missing.
create table "data_api_idempotency" ("keyhash" text primary key not null, "fingerprint" text not null, "token" text not null, "expiresat" datetime not null, "answer" text);
create index if not exists "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");
-- decide: The column "notes"."id" is of type "blob", the field "id" needs "integer".
-- decide: The column "notes"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- decide: The column "notes"."the "title"" is of type "blob", the field "title" needs "text". The column "notes"."the "title"" is nullable, the field "title" is required.
-- add: The column "notes"."body" is missing.
alter table "notes" add column "body" text;
-- add: The column "notes"."markup" is missing.
alter table "notes" add column "markup" text default 'it''s a \ "text" 😀';
-- decide: The column "notes"."views" is of type "blob", the field "views" needs "integer". The column "notes"."views" is nullable, the field "views" is required.
-- add: The column "notes"."big" is missing.
alter table "notes" add column "big" bigint;
-- add: The column "notes"."ratio" is missing.
alter table "notes" add column "ratio" real;
-- add: The column "notes"."price" is missing.
alter table "notes" add column "price" decimal_text;
-- add: The column "notes"."done" is missing.
alter table "notes" add column "done" boolean default 0;
-- add: The column "notes"."day" is missing.
alter table "notes" add column "day" date;
-- add: The column "notes"."at" is missing.
alter table "notes" add column "at" datetime default '2024-02-29T12:00:00.000Z';
-- add: The column "notes"."code" is missing.
alter table "notes" add column "code" uuid_text;
-- add: The column "notes"."data" is missing.
alter table "notes" add column "data" json_text;
-- add: The column "notes"."hash" is missing.
alter table "notes" add column "hash" blob;
-- add: The column "notes"."photo" is missing.
alter table "notes" add column "photo" blob default x'00ff275c';
-- add: The column "notes"."hidden" is missing.
alter table "notes" add column "hidden" text;
-- add: The column "notes"."author" is missing.
alter table "notes" add column "author" integer references "author" ("id");
-- decide: The column "notes"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- decide: The column "author"."id" is of type "blob", the field "id" needs "integer".
-- decide: The column "author"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- add: The column "author"."boss" is missing.
alter table "author" add column "boss" integer references "author" ("id");
-- decide: The column "event"."id" is of type "blob", the field "id" needs "integer".
-- decide: The column "event"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- decide: The column "event"."begins" is missing and cannot be added, because existing records would have no value for it: give the field a "default" or make it not required.
-- add: The column "event"."opens" is missing.
alter table "event" add column "opens" time default '08:30:00.123456';
-- add: The column "event"."lasts" is missing.
alter table "event" add column "lasts" duration_text default '10000000002592000000000 P1M';
-- add: The column "event"."made" is missing.
alter table "event" add column "made" smallint;
-- decide: The column "task"."id" is of type "blob", the field "id" needs "integer".
-- decide: The column "task"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- add: The column "task"."state" is missing.
alter table "task" add column "state" text default 'draft' constraint "ck_task.state" check ("state" in ('draft', 'it''s \', 'public'));
-- add: The column "task"."tags" is missing.
alter table "task" add column "tags" json_text default '["it''s"]';
-- add: The column "task"."sizes" is missing.
alter table "task" add column "sizes" json_text;
-- decide: The column "token"."id" is of type "blob", the field "id" needs "uuid_text".
-- add: The column "token"."value" is missing.
alter table "token" add column "value" text;
-- decide: The column "token"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- decide: The column "token"."updatedat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- add: The unique index on "notes"."the "title"" is missing.
create unique index if not exists "ux_notes.the ""title""" on "notes" ("the ""title""");
-- add: The index on "notes"."views" is missing.
create index if not exists "ix_notes.views" on "notes" ("views");
-- add: The unique index on "notes"."big" is missing.
create unique index if not exists "ux_notes.big" on "notes" ("big");
-- add: The index on "notes"."code" is missing.
create index if not exists "ix_notes.code" on "notes" ("code");
-- add: The unique index on "notes"."hash" is missing.
create unique index if not exists "ux_notes.hash" on "notes" ("hash");
-- add: The index on "event"."begins" is missing.
create index if not exists "ix_event.begins" on "event" ("begins");
-- add: The index on "task"."state" is missing.
create index if not exists "ix_task.state" on "task" ("state");
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
drop index "ux_note.title";
create unique index if not exists "ux_article.headline" on "article" ("headline");
-- rename: The index "ix_article.views" is called "ix_note.views".
drop index "ix_note.views";
create index if not exists "ix_article.views" on "article" ("views");
-- ## Columns that change, with indexes and a default
-- decide: The column "note"."title" is of type "text(20)", the field "title" needs "text".
-- decide: The column "note"."views" is nullable, the field "views" is required.
-- decide: The column "note"."code" is not null, the field "code" is not required.
-- decide: The column "note"."price" is of type "integer", the field "price" needs "decimal_text".
-- decide: The column "note"."place" is nullable, the field "place" is required.
-- ## A foreign key of several fields
-- add: The table "line" is missing.
create table "line" ("order" text not null, "the ""nr""" integer not null, primary key ("order", "the ""nr"""));
-- add: The table "remark" is missing.
create table "remark" ("id" integer primary key autoincrement, "order" text, "line" integer, "text" text, foreign key ("order", "line") references "line" ("order", "the ""nr"""));
