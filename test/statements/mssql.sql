-- ## note
-- page by id
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by id, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by id
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."id" as "s0" from "notes" order by "notes"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0";
--   reads; 1=rows 0=rows
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."id" as "s0" from "notes" where "id" = @1 order by "notes"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 2=rows 1=rows
-- page by title
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."the ""title""", "notes"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by title, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."the ""title""" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by title
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."the ""title""" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."the ""title""", "notes"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by title, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."the ""title""" as "s0", "notes"."id" as "s1" from "notes" where "id" = @1 order by "notes"."the ""title""" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by body
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."body", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."body", "notes"."id";
--   reads; 1=rows 0=rows
-- page by body, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."body" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."body" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by body
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."body" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."body", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by body, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."body" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."body" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by markup
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."markup", "notes"."id";
--   reads; 1=rows 0=rows
-- page by markup, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."markup" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by markup
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."markup" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."markup", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by markup, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."markup" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."markup" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by views
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."views", "notes"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by views, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."views" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by views
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."views" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."views", "notes"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by views, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."views" as "s0", "notes"."id" as "s1" from "notes" where "id" = @1 order by "notes"."views" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by big
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."big", "notes"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by big, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."big" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by big
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."big" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."big", "notes"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by big, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."big" as "s0", "notes"."id" as "s1" from "notes" where "id" = @1 order by "notes"."big" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by ratio
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."ratio", "notes"."id";
--   reads; 1=rows 0=rows
-- page by ratio, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."ratio" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by ratio
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."ratio" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."ratio", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by ratio, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."ratio" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."ratio" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by price
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."price", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."price", "notes"."id";
--   reads; 1=rows 0=rows
-- page by price, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."price" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."price" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by price
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."price" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."price", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by price, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."price" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."price" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by done
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."done", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."done", "notes"."id";
--   reads; 1=rows 0=rows
-- page by done, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."done" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."done" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by done
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."done" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."done", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by done, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."done" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."done" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by day
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."day", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."day", "notes"."id";
--   reads; 1=rows 0=rows
-- page by day, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."day" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."day" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by day
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."day" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."day", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by day, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."day" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."day" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by at
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."at", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."at", "notes"."id";
--   reads; 1=rows 0=rows
-- page by at, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."at" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."at" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by at
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."at" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."at", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by at, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."at" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."at" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by code
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."code", "notes"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by code, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."code" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by code
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."code" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."code", "notes"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by code, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."code" as "s0", "notes"."id" as "s1" from "notes" where "id" = @1 order by "notes"."code" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by hash
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."hash", "notes"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by hash, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" order by "notes"."hash" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by hash
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."hash" as "s0", "notes"."id" as "s1" from "notes" order by "notes"."hash", "notes"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by hash, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."hash" as "s0", "notes"."id" as "s1" from "notes" where "id" = @1 order by "notes"."hash" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by photo
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo", datalength("notes"."photo"), "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."photo", datalength("notes"."photo"), "notes"."id";
--   reads; 1=rows 0=rows
-- page by photo, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo" desc, datalength("notes"."photo") desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."photo" desc, datalength("notes"."photo") desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by photo
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."photo" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."photo", datalength("notes"."photo"), "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", datalength("page"."s0"), "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by photo, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."photo" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."photo" desc, datalength("notes"."photo") desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, datalength("page"."s0") desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by author
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."author", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."author", "notes"."id";
--   reads; 1=rows 0=rows
-- page by author, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."author" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."author" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by author
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."author" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."author", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by author, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."author" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."author" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- page by createdat
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat", "notes"."id" offset @1 rows fetch next @2 rows only) order by "notes"."createdat", "notes"."id";
--   reads; 1=rows 0=rows
-- page by createdat, descending
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat" desc, "notes"."id" desc offset @1 rows fetch next @2 rows only) order by "notes"."createdat" desc, "notes"."id" desc;
--   reads; 1=rows 0=rows
-- counted page by createdat
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes") as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."createdat" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" order by "notes"."createdat", "notes"."id" offset @1 rows fetch next @2 rows only)) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by createdat, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."c5", "page"."c6", "page"."c7", "page"."c8", "page"."c9", "page"."c10", "page"."c11", "page"."c12", "page"."c13", "page"."c14", "page"."c15", "page"."c16", "page"."here", "counted"."n" from (select count(*) as "n" from "notes" where "id" = @1) as "counted" left join (select "id" as "c0", "the ""title""" as "c1", "body" as "c2", "markup" as "c3", "views" as "c4", "big" as "c5", "ratio" as "c6", convert(varchar(50), "price", 2) as "c7", "done" as "c8", "day" as "c9", "at" as "c10", "code" as "c11", cast("data" as nvarchar(max)) as "c12", "hash" as "c13", "photo" as "c14", "author" as "c15", "createdat" as "c16", 1 as "here", "notes"."createdat" as "s0", "notes"."id" as "s1" from "notes" where "id" in (select "id" from "notes" where "id" = @1 order by "notes"."createdat" desc, "notes"."id" desc offset @2 rows fetch next @3 rows only)) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- count
select count(*) from "notes";
--   reads
-- count of title="x"
select count(*) from "notes" where ("the ""title""" = @1 and datalength(cast("the ""title""" as nvarchar(max))) = datalength(cast(@1 as nvarchar(max))));
--   reads; 0=title
-- count of title<>"x"
select count(*) from "notes" where not ("the ""title""" = @1 and datalength(cast("the ""title""" as nvarchar(max))) = datalength(cast(@1 as nvarchar(max))));
--   reads; 0=title
-- count of title>="x"
select count(*) from "notes" where "the ""title""" >= @1;
--   reads; 0=title
-- count of body~"x"
select count(*) from "notes" where (charindex(@1, "body") > 0 or (datalength(@1) = 0 and "body" is not null));
--   reads; 0=body
-- count of views=1|views=null&(price>=1.5|price<>2)
select count(*) from "notes" where ("views" = @1 or ("views" is null and ("price" >= cast(@2 as decimal(12,2)) or "price" <> cast(@3 as decimal(12,2)))));
--   reads; 0=views 1=price 2=price
-- count of big>5&ratio<0.5
select count(*) from "notes" where ("big" > @1 and "ratio" < @2);
--   reads; 0=big 1=ratio
-- count of done=true|done<>null
select count(*) from "notes" where ("done" = @1 or "done" is not null);
--   reads; 0=done
-- count of day<=2024-02-29&at>2024-02-29T12:00:00Z
select count(*) from "notes" where ("day" <= cast(@1 as date) and "at" > cast(@2 as datetime2(3)));
--   reads; 0=day 1=at
-- count of code=123e4567-e89b-42d3-a456-426614174000
select count(*) from "notes" where "code" = @1;
--   reads; 0=code
-- count of code<123e4567-e89b-42d3-a456-426614174000
select count(*) from "notes" where "code" < @1;
--   reads; 0=code
-- count of data=null
select count(*) from "notes" where "data" is null;
--   reads
-- count of hash=AP8=&photo<>AP8=
select count(*) from "notes" where (("hash" = @1 and datalength("hash") = datalength(@1)) and not ("photo" = @2 and datalength("photo") = datalength(@2)));
--   reads; 0=hash 1=photo
-- count of hash<AP8=&photo>=AP8=
select count(*) from "notes" where (("hash" < @1 or ("hash" = @1 and datalength("hash") < datalength(@1))) and ("photo" > @2 or ("photo" = @2 and datalength("photo") >= datalength(@2))));
--   reads; 0=hash 1=photo
-- more than ten
select 1 from "notes" where "id" = @1 order by (select null) offset @2 rows fetch next @3 rows only;
--   reads; 2=id 1=rows 0=rows
-- find
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" where "id" = @1;
--   reads; 0=id
-- lock
select "id", "the ""title""", "body", "markup", "views", "big", "ratio", convert(varchar(50), "price", 2), "done", "day", "at", "code", cast("data" as nvarchar(max)), "hash", "photo", "author", "createdat" from "notes" with (updlock, rowlock) where "id" = @1;
--   writes; 0=id
-- insert, giving the id
declare @written table (c0 int); insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") output inserted."id" into @written (c0) values (@1, @2, @3, @4, @5, @6, cast(@7 as decimal(12,2)), @8, cast(@9 as date), cast(@10 as datetime2(3)), @11, @12, @13, @14, @15, @16); select c0 from @written;
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- insert of nothing, giving the id
declare @written table (c0 int); insert into "notes" output inserted."id" into @written (c0) default values; select c0 from @written;
--   writes
-- update, giving the id
update "notes" set "the ""title""" = @1, "body" = @2, "markup" = @3, "views" = @4, "big" = @5, "ratio" = @6, "price" = cast(@7 as decimal(12,2)), "done" = @8, "day" = cast(@9 as date), "at" = cast(@10 as datetime2(3)), "code" = @11, "data" = coalesce(@12, case when ltrim(rtrim(cast("data" as nvarchar(max)))) = N'null' then N'null' end), "hash" = @13, "photo" = @14, "hidden" = @15, "author" = @16 where "id" = @17; select 1 where @@rowcount > 0;
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- delete, giving the id
delete from "notes" where "id" = @1; select 1 where @@rowcount > 0;
--   writes; 0=id
-- insert, giving the record
declare @written table (c0 int, c1 nvarchar(max), c2 nvarchar(max), c3 nvarchar(max), c4 int, c5 bigint, c6 float(53), c7 sql_variant, c8 bit, c9 date, c10 sql_variant, c11 uniqueidentifier, c12 nvarchar(max), c13 varbinary(max), c14 varbinary(max), c15 int, c16 sql_variant); insert into "notes" ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") output inserted."id", inserted."the ""title""", inserted."body", inserted."markup", inserted."views", inserted."big", inserted."ratio", inserted."price", inserted."done", inserted."day", inserted."at", inserted."code", inserted."data", inserted."hash", inserted."photo", inserted."author", inserted."createdat" into @written (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16) values (@1, @2, @3, @4, @5, @6, cast(@7 as decimal(12,2)), @8, cast(@9 as date), cast(@10 as datetime2(3)), @11, @12, @13, @14, @15, @16); select c0, c1, c2, c3, c4, c5, c6, convert(varchar(50), c7, 2), c8, c9, c10, c11, cast(c12 as nvarchar(max)), c13, c14, c15, c16 from @written;
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- insert of nothing, giving the record
declare @written table (c0 int, c1 nvarchar(max), c2 nvarchar(max), c3 nvarchar(max), c4 int, c5 bigint, c6 float(53), c7 sql_variant, c8 bit, c9 date, c10 sql_variant, c11 uniqueidentifier, c12 nvarchar(max), c13 varbinary(max), c14 varbinary(max), c15 int, c16 sql_variant); insert into "notes" output inserted."id", inserted."the ""title""", inserted."body", inserted."markup", inserted."views", inserted."big", inserted."ratio", inserted."price", inserted."done", inserted."day", inserted."at", inserted."code", inserted."data", inserted."hash", inserted."photo", inserted."author", inserted."createdat" into @written (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16) default values; select c0, c1, c2, c3, c4, c5, c6, convert(varchar(50), c7, 2), c8, c9, c10, c11, cast(c12 as nvarchar(max)), c13, c14, c15, c16 from @written;
--   writes
-- update, giving the record
declare @written table (c0 int, c1 nvarchar(max), c2 nvarchar(max), c3 nvarchar(max), c4 int, c5 bigint, c6 float(53), c7 sql_variant, c8 bit, c9 date, c10 sql_variant, c11 uniqueidentifier, c12 nvarchar(max), c13 varbinary(max), c14 varbinary(max), c15 int, c16 sql_variant); update "notes" set "the ""title""" = @1, "body" = @2, "markup" = @3, "views" = @4, "big" = @5, "ratio" = @6, "price" = cast(@7 as decimal(12,2)), "done" = @8, "day" = cast(@9 as date), "at" = cast(@10 as datetime2(3)), "code" = @11, "data" = coalesce(@12, case when ltrim(rtrim(cast("data" as nvarchar(max)))) = N'null' then N'null' end), "hash" = @13, "photo" = @14, "hidden" = @15, "author" = @16 output inserted."id", inserted."the ""title""", inserted."body", inserted."markup", inserted."views", inserted."big", inserted."ratio", inserted."price", inserted."done", inserted."day", inserted."at", inserted."code", inserted."data", inserted."hash", inserted."photo", inserted."author", inserted."createdat" into @written (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16) where "id" = @17; select c0, c1, c2, c3, c4, c5, c6, convert(varchar(50), c7, 2), c8, c9, c10, c11, cast(c12 as nvarchar(max)), c13, c14, c15, c16 from @written;
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- delete, giving the record
declare @written table (c0 int, c1 nvarchar(max), c2 nvarchar(max), c3 nvarchar(max), c4 int, c5 bigint, c6 float(53), c7 sql_variant, c8 bit, c9 date, c10 sql_variant, c11 uniqueidentifier, c12 nvarchar(max), c13 varbinary(max), c14 varbinary(max), c15 int, c16 sql_variant); delete from "notes" output deleted."id", deleted."the ""title""", deleted."body", deleted."markup", deleted."views", deleted."big", deleted."ratio", deleted."price", deleted."done", deleted."day", deleted."at", deleted."code", deleted."data", deleted."hash", deleted."photo", deleted."author", deleted."createdat" into @written (c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16) where "id" = @1; select c0, c1, c2, c3, c4, c5, c6, convert(varchar(50), c7, 2), c8, c9, c10, c11, cast(c12 as nvarchar(max)), c13, c14, c15, c16 from @written;
--   writes; 0=id
-- insert of several, giving the ids in order
declare @written table (c0 int, place int); merge into "notes" using (values (@1, @2, 0), (@3, @4, 1)) as source (v0, v1, place) on 1 = 0 when not matched then insert ("the ""title""", "body") values (source.v0, source.v1) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=title 1=body 2=title 3=body
-- update, giving the number
update "notes" set "the ""title""" = @1, "body" = @2 where "id" = @3; select @@rowcount;
--   writes; 0=title 1=body 2=id
-- delete, giving the number
delete from "notes" where "id" = @1; select @@rowcount;
--   writes; 0=id
-- update, giving all ids
declare @written table (c0 int); update "notes" set "the ""title""" = @1, "body" = @2 output inserted."id" into @written (c0) where "id" = @3; select c0 from @written;
--   writes; 0=title 1=body 2=id
-- delete, giving all ids
declare @written table (c0 int); delete from "notes" output deleted."id" into @written (c0) where "id" = @1; select c0 from @written;
--   writes; 0=id
-- update of several
declare @written table (c0 int); update "notes" set "the ""title""" = "given 0", "body" = "given 1" output inserted."id" into @written (c0) from (values (@1, @2, @3, @4), (@5, @6, @7, @8)) as "given values" ("given 0", "given 1", "given 2", "given 3") where "id" = "given 2" and ("the ""title""" = cast(cast(cast("given 3" as nvarchar(4000)) as varbinary(8000)) as nvarchar(4000)) and datalength(cast("the ""title""" as nvarchar(max))) = datalength(cast(cast(cast(cast("given 3" as nvarchar(4000)) as varbinary(8000)) as nvarchar(4000)) as nvarchar(max)))) and ("id" = @9); select c0 from @written;
--   writes; 1=title 2=body 3=id 4=title 5=title 6=body 7=id 8=title 0=id
-- copy
if ident_incr(N'[notes]') is not null set identity_insert "notes" on; insert into "notes" ("id", "the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values (@1, @2, @3, @4, @5, @6, @7, cast(@8 as decimal(12,2)), @9, cast(@10 as date), cast(@11 as datetime2(3)), @12, @13, @14, @15, @16, @17), (@18, @19, @20, @21, @22, @23, @24, cast(@25 as decimal(12,2)), @26, cast(@27 as date), cast(@28 as datetime2(3)), @29, @30, @31, @32, @33, @34); if ident_incr(N'[notes]') is not null set identity_insert "notes" off;;
--   writes; 0=id 1=title 2=body 3=markup 4=views 5=big 6=ratio 7=price 8=done 9=day 10=at 11=code 12=data 13=hash 14=photo 15=hidden 16=author 17=id 18=title 19=body 20=markup 21=views 22=big 23=ratio 24=price 25=done 26=day 27=at 28=code 29=data 30=hash 31=photo 32=hidden 33=author
-- insert of two, giving their keys in order
declare @written table (c0 int, place int); merge into "notes" using (values (@1, @2, @3, @4, @5, @6, cast(@7 as decimal(12,2)), @8, cast(@9 as date), cast(@10 as datetime2(3)), @11, @12, @13, @14, @15, @16, 0), (@17, @18, @19, @20, @21, @22, cast(@23 as decimal(12,2)), @24, cast(@25 as date), cast(@26 as datetime2(3)), @27, @28, @29, @30, @31, @32, 1)) as source (v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15, place) on 1 = 0 when not matched then insert ("the ""title""", "body", "markup", "views", "big", "ratio", "price", "done", "day", "at", "code", "data", "hash", "photo", "hidden", "author") values (source.v0, source.v1, source.v2, source.v3, source.v4, source.v5, source.v6, source.v7, source.v8, source.v9, source.v10, source.v11, source.v12, source.v13, source.v14, source.v15) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=title 17=body 18=markup 19=views 20=big 21=ratio 22=price 23=done 24=day 25=at 26=code 27=data 28=hash 29=photo 30=hidden 31=author
-- insert of two, giving the keys that the table counts
declare @written table (c0 int); insert into "notes" ("the ""title""", "body") output inserted."id" into @written (c0) select source.v0, source.v1 from (values (@1, @2, 0), (@3, @4, 1)) as source (v0, v1, place) order by place; select c0 from @written order by cast(c0 as decimal(38,0)) * sign(ident_incr(N'[notes]'));
--   writes; 0=title 1=body 2=title 3=body
-- update of two, each with its own
declare @written table (c0 int); update "notes" set "the ""title""" = "given 0", "body" = "given 1", "markup" = "given 2", "views" = "given 3", "big" = "given 4", "ratio" = "given 5", "price" = "given 6", "done" = "given 7", "day" = "given 8", "at" = "given 9", "code" = "given 10", "data" = coalesce("given 11", case when ltrim(rtrim(cast("data" as nvarchar(max)))) = N'null' then N'null' end), "hash" = "given 12", "photo" = "given 13", "hidden" = "given 14", "author" = "given 15" output inserted."id" into @written (c0) from (values (@1, @2, @3, @4, @5, @6, cast(@7 as decimal(12,2)), @8, cast(@9 as date), cast(@10 as datetime2(3)), @11, @12, @13, @14, @15, @16, @17), (@18, @19, @20, @21, @22, @23, cast(@24 as decimal(12,2)), @25, cast(@26 as date), cast(@27 as datetime2(3)), @28, @29, @30, @31, @32, @33, @34)) as "given values" ("given 0", "given 1", "given 2", "given 3", "given 4", "given 5", "given 6", "given 7", "given 8", "given 9", "given 10", "given 11", "given 12", "given 13", "given 14", "given 15", "given 16") where "id" = "given 16"; select c0 from @written;
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id 17=title 18=body 19=markup 20=views 21=big 22=ratio 23=price 24=done 25=day 26=at 27=code 28=data 29=hash 30=photo 31=hidden 32=author 33=id
-- update in cases
update "notes" set "the ""title""" = case when "id" = @1 then @2 when "id" = @3 then @4 else "the ""title""" end, "body" = case when "id" = @1 then @5 when "id" = @3 then @6 else "body" end where ("id" = @7 or "id" = @8);
--   writes; 0=id 1=title 3=id 4=title 2=body 5=body 6=id 7=id
-- ## author
-- page by id
select "id", "boss" from "author" order by "author"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by id, descending
select "id", "boss" from "author" order by "author"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by id
select "page"."c0", "page"."c1", "page"."here", "counted"."n" from (select count(*) as "n" from "author") as "counted" left join (select "id" as "c0", "boss" as "c1", 1 as "here", "author"."id" as "s0" from "author" order by "author"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0";
--   reads; 1=rows 0=rows
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."here", "counted"."n" from (select count(*) as "n" from "author" where "id" = @1) as "counted" left join (select "id" as "c0", "boss" as "c1", 1 as "here", "author"."id" as "s0" from "author" where "id" = @1 order by "author"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 2=rows 1=rows
-- count
select count(*) from "author";
--   reads
-- more than ten
select 1 from "author" where "id" = @1 order by (select null) offset @2 rows fetch next @3 rows only;
--   reads; 2=id 1=rows 0=rows
-- find
select "id", "boss" from "author" where "id" = @1;
--   reads; 0=id
-- lock
select "id", "boss" from "author" with (updlock, rowlock) where "id" = @1;
--   writes; 0=id
-- insert, giving the id
declare @written table (c0 int); insert into "author" ("boss") output inserted."id" into @written (c0) values (@1); select c0 from @written;
--   writes; 0=boss
-- insert of nothing, giving the id
declare @written table (c0 int); insert into "author" output inserted."id" into @written (c0) default values; select c0 from @written;
--   writes
-- update, giving the id
update "author" set "boss" = @1 where "id" = @2; select 1 where @@rowcount > 0;
--   writes; 0=boss 1=id
-- delete, giving the id
delete from "author" where "id" = @1; select 1 where @@rowcount > 0;
--   writes; 0=id
-- insert, giving the record
declare @written table (c0 int, c1 int); insert into "author" ("boss") output inserted."id", inserted."boss" into @written (c0, c1) values (@1); select c0, c1 from @written;
--   writes; 0=boss
-- insert of nothing, giving the record
declare @written table (c0 int, c1 int); insert into "author" output inserted."id", inserted."boss" into @written (c0, c1) default values; select c0, c1 from @written;
--   writes
-- update, giving the record
declare @written table (c0 int, c1 int); update "author" set "boss" = @1 output inserted."id", inserted."boss" into @written (c0, c1) where "id" = @2; select c0, c1 from @written;
--   writes; 0=boss 1=id
-- delete, giving the record
declare @written table (c0 int, c1 int); delete from "author" output deleted."id", deleted."boss" into @written (c0, c1) where "id" = @1; select c0, c1 from @written;
--   writes; 0=id
-- insert of several, giving the ids in order
declare @written table (c0 int, place int); merge into "author" using (values (@1, 0), (@2, 1)) as source (v0, place) on 1 = 0 when not matched then insert ("boss") values (source.v0) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=boss 1=boss
-- update, giving the number
update "author" set "boss" = @1 where "id" = @2; select @@rowcount;
--   writes; 0=boss 1=id
-- delete, giving the number
delete from "author" where "id" = @1; select @@rowcount;
--   writes; 0=id
-- update, giving all ids
declare @written table (c0 int); update "author" set "boss" = @1 output inserted."id" into @written (c0) where "id" = @2; select c0 from @written;
--   writes; 0=boss 1=id
-- delete, giving all ids
declare @written table (c0 int); delete from "author" output deleted."id" into @written (c0) where "id" = @1; select c0 from @written;
--   writes; 0=id
-- update of several
declare @written table (c0 int); update "author" set "boss" = "given 0" output inserted."id" into @written (c0) from (values (@1, @2, @3), (@4, @5, @6)) as "given values" ("given 0", "given 1", "given 2") where "id" = "given 1" and "boss" = "given 2" and ("id" = @7); select c0 from @written;
--   writes; 1=boss 2=id 3=boss 4=boss 5=id 6=boss 0=id
-- copy
if ident_incr(N'[author]') is not null set identity_insert "author" on; insert into "author" ("id", "boss") values (@1, @2), (@3, @4); if ident_incr(N'[author]') is not null set identity_insert "author" off;;
--   writes; 0=id 1=boss 2=id 3=boss
-- insert of two, giving their keys in order
declare @written table (c0 int, place int); merge into "author" using (values (@1, 0), (@2, 1)) as source (v0, place) on 1 = 0 when not matched then insert ("boss") values (source.v0) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=boss 1=boss
-- insert of two, giving the keys that the table counts
declare @written table (c0 int); insert into "author" ("boss") output inserted."id" into @written (c0) select source.v0 from (values (@1, 0), (@2, 1)) as source (v0, place) order by place; select c0 from @written order by cast(c0 as decimal(38,0)) * sign(ident_incr(N'[author]'));
--   writes; 0=boss 1=boss
-- update of two, each with its own
declare @written table (c0 int); update "author" set "boss" = "given 0" output inserted."id" into @written (c0) from (values (@1, @2), (@3, @4)) as "given values" ("given 0", "given 1") where "id" = "given 1"; select c0 from @written;
--   writes; 0=boss 1=id 2=boss 3=id
-- update in cases
update "author" set "boss" = case when "id" = @1 then @2 when "id" = @3 then @4 else "boss" end where ("id" = @5 or "id" = @6);
--   writes; 0=id 1=boss 2=id 3=boss 4=id 5=id
-- ## event
-- page by id
select "id", "begins", cast("opens" as varchar(16)), "lasts", "made" from "event" order by "event"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by id, descending
select "id", "begins", cast("opens" as varchar(16)), "lasts", "made" from "event" order by "event"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by id
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."here", "counted"."n" from (select count(*) as "n" from "event") as "counted" left join (select "id" as "c0", "begins" as "c1", cast("opens" as varchar(16)) as "c2", "lasts" as "c3", "made" as "c4", 1 as "here", "event"."id" as "s0" from "event" order by "event"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0";
--   reads; 1=rows 0=rows
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."c4", "page"."here", "counted"."n" from (select count(*) as "n" from "event" where "id" = @1) as "counted" left join (select "id" as "c0", "begins" as "c1", cast("opens" as varchar(16)) as "c2", "lasts" as "c3", "made" as "c4", 1 as "here", "event"."id" as "s0" from "event" where "id" = @1 order by "event"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 2=rows 1=rows
-- count
select count(*) from "event";
--   reads
-- more than ten
select 1 from "event" where "id" = @1 order by (select null) offset @2 rows fetch next @3 rows only;
--   reads; 2=id 1=rows 0=rows
-- find
select "id", "begins", cast("opens" as varchar(16)), "lasts", "made" from "event" where "id" = @1;
--   reads; 0=id
-- lock
select "id", "begins", cast("opens" as varchar(16)), "lasts", "made" from "event" with (updlock, rowlock) where "id" = @1;
--   writes; 0=id
-- insert, giving the id
declare @written table (c0 int); insert into "event" ("begins", "opens", "lasts", "made") output inserted."id" into @written (c0) values (cast(@1 as datetime2(7)), cast(@2 as time(7)), @3, @4); select c0 from @written;
--   writes; 0=begins 1=opens 2=lasts 3=made
-- insert of nothing, giving the id
declare @written table (c0 int); insert into "event" output inserted."id" into @written (c0) default values; select c0 from @written;
--   writes
-- update, giving the id
update "event" set "begins" = cast(@1 as datetime2(7)), "opens" = cast(@2 as time(7)), "lasts" = @3, "made" = @4 where "id" = @5; select 1 where @@rowcount > 0;
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- delete, giving the id
delete from "event" where "id" = @1; select 1 where @@rowcount > 0;
--   writes; 0=id
-- insert, giving the record
declare @written table (c0 int, c1 sql_variant, c2 time, c3 nvarchar(max), c4 int); insert into "event" ("begins", "opens", "lasts", "made") output inserted."id", inserted."begins", inserted."opens", inserted."lasts", inserted."made" into @written (c0, c1, c2, c3, c4) values (cast(@1 as datetime2(7)), cast(@2 as time(7)), @3, @4); select c0, c1, cast(c2 as varchar(16)), c3, c4 from @written;
--   writes; 0=begins 1=opens 2=lasts 3=made
-- insert of nothing, giving the record
declare @written table (c0 int, c1 sql_variant, c2 time, c3 nvarchar(max), c4 int); insert into "event" output inserted."id", inserted."begins", inserted."opens", inserted."lasts", inserted."made" into @written (c0, c1, c2, c3, c4) default values; select c0, c1, cast(c2 as varchar(16)), c3, c4 from @written;
--   writes
-- update, giving the record
declare @written table (c0 int, c1 sql_variant, c2 time, c3 nvarchar(max), c4 int); update "event" set "begins" = cast(@1 as datetime2(7)), "opens" = cast(@2 as time(7)), "lasts" = @3, "made" = @4 output inserted."id", inserted."begins", inserted."opens", inserted."lasts", inserted."made" into @written (c0, c1, c2, c3, c4) where "id" = @5; select c0, c1, cast(c2 as varchar(16)), c3, c4 from @written;
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- delete, giving the record
declare @written table (c0 int, c1 sql_variant, c2 time, c3 nvarchar(max), c4 int); delete from "event" output deleted."id", deleted."begins", deleted."opens", deleted."lasts", deleted."made" into @written (c0, c1, c2, c3, c4) where "id" = @1; select c0, c1, cast(c2 as varchar(16)), c3, c4 from @written;
--   writes; 0=id
-- insert of several, giving the ids in order
declare @written table (c0 int, place int); merge into "event" using (values (cast(@1 as datetime2(7)), cast(@2 as time(7)), 0), (cast(@3 as datetime2(7)), cast(@4 as time(7)), 1)) as source (v0, v1, place) on 1 = 0 when not matched then insert ("begins", "opens") values (source.v0, source.v1) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=begins 1=opens 2=begins 3=opens
-- update, giving the number
update "event" set "begins" = cast(@1 as datetime2(7)), "opens" = cast(@2 as time(7)) where "id" = @3; select @@rowcount;
--   writes; 0=begins 1=opens 2=id
-- delete, giving the number
delete from "event" where "id" = @1; select @@rowcount;
--   writes; 0=id
-- update, giving all ids
declare @written table (c0 int); update "event" set "begins" = cast(@1 as datetime2(7)), "opens" = cast(@2 as time(7)) output inserted."id" into @written (c0) where "id" = @3; select c0 from @written;
--   writes; 0=begins 1=opens 2=id
-- delete, giving all ids
declare @written table (c0 int); delete from "event" output deleted."id" into @written (c0) where "id" = @1; select c0 from @written;
--   writes; 0=id
-- update of several
declare @written table (c0 int); update "event" set "begins" = "given 0", "opens" = "given 1" output inserted."id" into @written (c0) from (values (cast(@1 as datetime2(7)), cast(@2 as time(7)), @3, cast(@4 as datetime2(7))), (cast(@5 as datetime2(7)), cast(@6 as time(7)), @7, cast(@8 as datetime2(7)))) as "given values" ("given 0", "given 1", "given 2", "given 3") where "id" = "given 2" and "begins" = "given 3" and ("id" = @9); select c0 from @written;
--   writes; 1=begins 2=opens 3=id 4=begins 5=begins 6=opens 7=id 8=begins 0=id
-- copy
if ident_incr(N'[event]') is not null set identity_insert "event" on; insert into "event" ("id", "begins", "opens", "lasts", "made") values (@1, cast(@2 as datetime2(7)), cast(@3 as time(7)), @4, @5), (@6, cast(@7 as datetime2(7)), cast(@8 as time(7)), @9, @10); if ident_incr(N'[event]') is not null set identity_insert "event" off;;
--   writes; 0=id 1=begins 2=opens 3=lasts 4=made 5=id 6=begins 7=opens 8=lasts 9=made
-- insert of two, giving their keys in order
declare @written table (c0 int, place int); merge into "event" using (values (cast(@1 as datetime2(7)), cast(@2 as time(7)), @3, @4, 0), (cast(@5 as datetime2(7)), cast(@6 as time(7)), @7, @8, 1)) as source (v0, v1, v2, v3, place) on 1 = 0 when not matched then insert ("begins", "opens", "lasts", "made") values (source.v0, source.v1, source.v2, source.v3) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=begins 1=opens 2=lasts 3=made 4=begins 5=opens 6=lasts 7=made
-- insert of two, giving the keys that the table counts
declare @written table (c0 int); insert into "event" ("begins", "opens") output inserted."id" into @written (c0) select source.v0, source.v1 from (values (cast(@1 as datetime2(7)), cast(@2 as time(7)), 0), (cast(@3 as datetime2(7)), cast(@4 as time(7)), 1)) as source (v0, v1, place) order by place; select c0 from @written order by cast(c0 as decimal(38,0)) * sign(ident_incr(N'[event]'));
--   writes; 0=begins 1=opens 2=begins 3=opens
-- update of two, each with its own
declare @written table (c0 int); update "event" set "begins" = "given 0", "opens" = "given 1", "lasts" = "given 2", "made" = "given 3" output inserted."id" into @written (c0) from (values (cast(@1 as datetime2(7)), cast(@2 as time(7)), @3, @4, @5), (cast(@6 as datetime2(7)), cast(@7 as time(7)), @8, @9, @10)) as "given values" ("given 0", "given 1", "given 2", "given 3", "given 4") where "id" = "given 4"; select c0 from @written;
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id 5=begins 6=opens 7=lasts 8=made 9=id
-- update in cases
update "event" set "begins" = case when "id" = @1 then cast(@2 as datetime2(7)) when "id" = @3 then cast(@4 as datetime2(7)) else "begins" end, "opens" = case when "id" = @1 then cast(@5 as time(7)) when "id" = @3 then cast(@6 as time(7)) else "opens" end where ("id" = @7 or "id" = @8);
--   writes; 0=id 1=begins 3=id 4=begins 2=opens 5=opens 6=id 7=id
-- ## task
-- page by id
select "id", "state", cast("tags" as nvarchar(max)), cast("sizes" as nvarchar(max)) from "task" order by "task"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by id, descending
select "id", "state", cast("tags" as nvarchar(max)), cast("sizes" as nvarchar(max)) from "task" order by "task"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by id
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "task") as "counted" left join (select "id" as "c0", "state" as "c1", cast("tags" as nvarchar(max)) as "c2", cast("sizes" as nvarchar(max)) as "c3", 1 as "here", "task"."id" as "s0" from "task" order by "task"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0";
--   reads; 1=rows 0=rows
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "task" where "id" = @1) as "counted" left join (select "id" as "c0", "state" as "c1", cast("tags" as nvarchar(max)) as "c2", cast("sizes" as nvarchar(max)) as "c3", 1 as "here", "task"."id" as "s0" from "task" where "id" = @1 order by "task"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 2=rows 1=rows
-- page by state
select "id", "state", cast("tags" as nvarchar(max)), cast("sizes" as nvarchar(max)) from "task" order by case "task"."state" collate Latin1_General_100_BIN2 when N'draft' then 0 when N'it''s \' then 1 when N'public' then 2 else case when "task"."state" collate Latin1_General_100_BIN2 is not null then -1 end end, "task"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by state, descending
select "id", "state", cast("tags" as nvarchar(max)), cast("sizes" as nvarchar(max)) from "task" order by case "task"."state" collate Latin1_General_100_BIN2 when N'draft' then 0 when N'it''s \' then 1 when N'public' then 2 else case when "task"."state" collate Latin1_General_100_BIN2 is not null then -1 end end desc, "task"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by state
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "task") as "counted" left join (select "id" as "c0", "state" as "c1", cast("tags" as nvarchar(max)) as "c2", cast("sizes" as nvarchar(max)) as "c3", 1 as "here", case "task"."state" collate Latin1_General_100_BIN2 when N'draft' then 0 when N'it''s \' then 1 when N'public' then 2 else case when "task"."state" collate Latin1_General_100_BIN2 is not null then -1 end end as "s0", "task"."id" as "s1" from "task" order by case "task"."state" collate Latin1_General_100_BIN2 when N'draft' then 0 when N'it''s \' then 1 when N'public' then 2 else case when "task"."state" collate Latin1_General_100_BIN2 is not null then -1 end end, "task"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0", "page"."s1";
--   reads; 1=rows 0=rows
-- counted page by state, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "task" where "id" = @1) as "counted" left join (select "id" as "c0", "state" as "c1", cast("tags" as nvarchar(max)) as "c2", cast("sizes" as nvarchar(max)) as "c3", 1 as "here", case "task"."state" collate Latin1_General_100_BIN2 when N'draft' then 0 when N'it''s \' then 1 when N'public' then 2 else case when "task"."state" collate Latin1_General_100_BIN2 is not null then -1 end end as "s0", "task"."id" as "s1" from "task" where "id" = @1 order by case "task"."state" collate Latin1_General_100_BIN2 when N'draft' then 0 when N'it''s \' then 1 when N'public' then 2 else case when "task"."state" collate Latin1_General_100_BIN2 is not null then -1 end end desc, "task"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc, "page"."s1" desc;
--   reads; 0=id 2=rows 1=rows
-- count
select count(*) from "task";
--   reads
-- count of state=draft
select count(*) from "task" where ("state" = @1 and datalength(cast("state" as nvarchar(max))) = datalength(cast(@1 as nvarchar(max))));
--   reads; 0=state
-- count of state<=draft&state<>public
select count(*) from "task" where (case "state" collate Latin1_General_100_BIN2 when N'draft' then 0 when N'it''s \' then 1 when N'public' then 2 else case when "state" collate Latin1_General_100_BIN2 is not null then -1 end end <= case @1 collate Latin1_General_100_BIN2 when N'draft' then 0 when N'it''s \' then 1 when N'public' then 2 else case when @1 collate Latin1_General_100_BIN2 is not null then -1 end end and not ("state" = @2 and datalength(cast("state" as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))));
--   reads; 0=state 1=state
-- count of tags=["a"]&sizes<>[1]
select count(*) from "task" where ((cast("tags" as nvarchar(max)) collate Latin1_General_100_BIN2 = @1 and datalength(cast(cast("tags" as nvarchar(max)) collate Latin1_General_100_BIN2 as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) and not (cast("sizes" as nvarchar(max)) collate Latin1_General_100_BIN2 = @2 and datalength(cast(cast("sizes" as nvarchar(max)) collate Latin1_General_100_BIN2 as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))));
--   reads; 0=tags 1=sizes
-- count of tags has a|sizes has 1|sizes=null
select count(*) from "task" where (exists (select 1 from openjson(case when isjson("tags") = 1 then cast("tags" as nvarchar(max)) end) with ("data_api_item" nvarchar(max) '$') where ("data_api_item" collate Latin1_General_100_BIN2 = @1 and datalength(cast("data_api_item" collate Latin1_General_100_BIN2 as nvarchar(max))) = datalength(cast(@1 as nvarchar(max))))) or exists (select 1 from openjson(case when isjson("sizes") = 1 then cast("sizes" as nvarchar(max)) end) with ("data_api_item" nvarchar(max) '$') where try_cast("data_api_item" as bigint) = try_cast(@2 as bigint)) or "sizes" is null);
--   reads; 0=tags 1=sizes
-- more than ten
select 1 from "task" where "id" = @1 order by (select null) offset @2 rows fetch next @3 rows only;
--   reads; 2=id 1=rows 0=rows
-- find
select "id", "state", cast("tags" as nvarchar(max)), cast("sizes" as nvarchar(max)) from "task" where "id" = @1;
--   reads; 0=id
-- lock
select "id", "state", cast("tags" as nvarchar(max)), cast("sizes" as nvarchar(max)) from "task" with (updlock, rowlock) where "id" = @1;
--   writes; 0=id
-- insert, giving the id
declare @written table (c0 int); insert into "task" ("state", "tags", "sizes") output inserted."id" into @written (c0) values (@1, @2, @3); select c0 from @written;
--   writes; 0=state 1=tags 2=sizes
-- insert of nothing, giving the id
declare @written table (c0 int); insert into "task" output inserted."id" into @written (c0) default values; select c0 from @written;
--   writes
-- update, giving the id
update "task" set "state" = @1, "tags" = @2, "sizes" = @3 where "id" = @4; select 1 where @@rowcount > 0;
--   writes; 0=state 1=tags 2=sizes 3=id
-- delete, giving the id
delete from "task" where "id" = @1; select 1 where @@rowcount > 0;
--   writes; 0=id
-- insert, giving the record
declare @written table (c0 int, c1 nvarchar(max), c2 nvarchar(max), c3 nvarchar(max)); insert into "task" ("state", "tags", "sizes") output inserted."id", inserted."state", inserted."tags", inserted."sizes" into @written (c0, c1, c2, c3) values (@1, @2, @3); select c0, c1, cast(c2 as nvarchar(max)), cast(c3 as nvarchar(max)) from @written;
--   writes; 0=state 1=tags 2=sizes
-- insert of nothing, giving the record
declare @written table (c0 int, c1 nvarchar(max), c2 nvarchar(max), c3 nvarchar(max)); insert into "task" output inserted."id", inserted."state", inserted."tags", inserted."sizes" into @written (c0, c1, c2, c3) default values; select c0, c1, cast(c2 as nvarchar(max)), cast(c3 as nvarchar(max)) from @written;
--   writes
-- update, giving the record
declare @written table (c0 int, c1 nvarchar(max), c2 nvarchar(max), c3 nvarchar(max)); update "task" set "state" = @1, "tags" = @2, "sizes" = @3 output inserted."id", inserted."state", inserted."tags", inserted."sizes" into @written (c0, c1, c2, c3) where "id" = @4; select c0, c1, cast(c2 as nvarchar(max)), cast(c3 as nvarchar(max)) from @written;
--   writes; 0=state 1=tags 2=sizes 3=id
-- delete, giving the record
declare @written table (c0 int, c1 nvarchar(max), c2 nvarchar(max), c3 nvarchar(max)); delete from "task" output deleted."id", deleted."state", deleted."tags", deleted."sizes" into @written (c0, c1, c2, c3) where "id" = @1; select c0, c1, cast(c2 as nvarchar(max)), cast(c3 as nvarchar(max)) from @written;
--   writes; 0=id
-- insert of several, giving the ids in order
declare @written table (c0 int, place int); merge into "task" using (values (@1, @2, 0), (@3, @4, 1)) as source (v0, v1, place) on 1 = 0 when not matched then insert ("state", "tags") values (source.v0, source.v1) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=state 1=tags 2=state 3=tags
-- update, giving the number
update "task" set "state" = @1, "tags" = @2 where "id" = @3; select @@rowcount;
--   writes; 0=state 1=tags 2=id
-- delete, giving the number
delete from "task" where "id" = @1; select @@rowcount;
--   writes; 0=id
-- update, giving all ids
declare @written table (c0 int); update "task" set "state" = @1, "tags" = @2 output inserted."id" into @written (c0) where "id" = @3; select c0 from @written;
--   writes; 0=state 1=tags 2=id
-- delete, giving all ids
declare @written table (c0 int); delete from "task" output deleted."id" into @written (c0) where "id" = @1; select c0 from @written;
--   writes; 0=id
-- update of several
declare @written table (c0 int); update "task" set "state" = "given 0", "tags" = "given 1" output inserted."id" into @written (c0) from (values (@1, @2, @3, @4), (@5, @6, @7, @8)) as "given values" ("given 0", "given 1", "given 2", "given 3") where "id" = "given 2" and ("state" = cast(cast(cast("given 3" as nvarchar(4000)) as varbinary(8000)) as nvarchar(4000)) and datalength(cast("state" as nvarchar(max))) = datalength(cast(cast(cast(cast("given 3" as nvarchar(4000)) as varbinary(8000)) as nvarchar(4000)) as nvarchar(max)))) and ("id" = @9); select c0 from @written;
--   writes; 1=state 2=tags 3=id 4=state 5=state 6=tags 7=id 8=state 0=id
-- copy
if ident_incr(N'[task]') is not null set identity_insert "task" on; insert into "task" ("id", "state", "tags", "sizes") values (@1, @2, @3, @4), (@5, @6, @7, @8); if ident_incr(N'[task]') is not null set identity_insert "task" off;;
--   writes; 0=id 1=state 2=tags 3=sizes 4=id 5=state 6=tags 7=sizes
-- insert of two, giving their keys in order
declare @written table (c0 int, place int); merge into "task" using (values (@1, @2, @3, 0), (@4, @5, @6, 1)) as source (v0, v1, v2, place) on 1 = 0 when not matched then insert ("state", "tags", "sizes") values (source.v0, source.v1, source.v2) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=state 1=tags 2=sizes 3=state 4=tags 5=sizes
-- insert of two, giving the keys that the table counts
declare @written table (c0 int); insert into "task" ("state", "tags") output inserted."id" into @written (c0) select source.v0, source.v1 from (values (@1, @2, 0), (@3, @4, 1)) as source (v0, v1, place) order by place; select c0 from @written order by cast(c0 as decimal(38,0)) * sign(ident_incr(N'[task]'));
--   writes; 0=state 1=tags 2=state 3=tags
-- update of two, each with its own
declare @written table (c0 int); update "task" set "state" = "given 0", "tags" = "given 1", "sizes" = "given 2" output inserted."id" into @written (c0) from (values (@1, @2, @3, @4), (@5, @6, @7, @8)) as "given values" ("given 0", "given 1", "given 2", "given 3") where "id" = "given 3"; select c0 from @written;
--   writes; 0=state 1=tags 2=sizes 3=id 4=state 5=tags 6=sizes 7=id
-- update in cases
update "task" set "state" = case when "id" = @1 then @2 when "id" = @3 then @4 else "state" end, "tags" = case when "id" = @1 then @5 when "id" = @3 then @6 else "tags" end where ("id" = @7 or "id" = @8);
--   writes; 0=id 1=state 3=id 4=state 2=tags 5=tags 6=id 7=id
-- ## token
-- page by id
select "id", "value", "createdat", "updatedat" from "token" order by "token"."id" offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- page by id, descending
select "id", "value", "createdat", "updatedat" from "token" order by "token"."id" desc offset @1 rows fetch next @2 rows only;
--   reads; 1=rows 0=rows
-- counted page by id
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "token") as "counted" left join (select "id" as "c0", "value" as "c1", "createdat" as "c2", "updatedat" as "c3", 1 as "here", "token"."id" as "s0" from "token" order by "token"."id" offset @1 rows fetch next @2 rows only) as "page" on 1 = 1 order by "page"."s0";
--   reads; 1=rows 0=rows
-- counted page by id, descending
select "page"."c0", "page"."c1", "page"."c2", "page"."c3", "page"."here", "counted"."n" from (select count(*) as "n" from "token" where "id" = @1) as "counted" left join (select "id" as "c0", "value" as "c1", "createdat" as "c2", "updatedat" as "c3", 1 as "here", "token"."id" as "s0" from "token" where "id" = @1 order by "token"."id" desc offset @2 rows fetch next @3 rows only) as "page" on 1 = 1 order by "page"."s0" desc;
--   reads; 0=id 2=rows 1=rows
-- count
select count(*) from "token";
--   reads
-- more than ten
select 1 from "token" where "id" = @1 order by (select null) offset @2 rows fetch next @3 rows only;
--   reads; 2=id 1=rows 0=rows
-- find
select "id", "value", "createdat", "updatedat" from "token" where "id" = @1;
--   reads; 0=id
-- lock
select "id", "value", "createdat", "updatedat" from "token" with (updlock, rowlock) where "id" = @1;
--   writes; 0=id
-- insert, giving the id
declare @written table (c0 uniqueidentifier); insert into "token" ("value") output inserted."id" into @written (c0) values (@1); select c0 from @written;
--   writes; 0=value
-- insert of nothing, giving the id
declare @written table (c0 uniqueidentifier); insert into "token" output inserted."id" into @written (c0) default values; select c0 from @written;
--   writes
-- update, giving the id
update "token" set "value" = @1 where "id" = @2; select 1 where @@rowcount > 0;
--   writes; 0=value 1=id
-- delete, giving the id
delete from "token" where "id" = @1; select 1 where @@rowcount > 0;
--   writes; 0=id
-- insert, giving the record
declare @written table (c0 uniqueidentifier, c1 nvarchar(max), c2 sql_variant, c3 sql_variant); insert into "token" ("value") output inserted."id", inserted."value", inserted."createdat", inserted."updatedat" into @written (c0, c1, c2, c3) values (@1); select c0, c1, c2, c3 from @written;
--   writes; 0=value
-- insert of nothing, giving the record
declare @written table (c0 uniqueidentifier, c1 nvarchar(max), c2 sql_variant, c3 sql_variant); insert into "token" output inserted."id", inserted."value", inserted."createdat", inserted."updatedat" into @written (c0, c1, c2, c3) default values; select c0, c1, c2, c3 from @written;
--   writes
-- update, giving the record
declare @written table (c0 uniqueidentifier, c1 nvarchar(max), c2 sql_variant, c3 sql_variant); update "token" set "value" = @1 output inserted."id", inserted."value", inserted."createdat", inserted."updatedat" into @written (c0, c1, c2, c3) where "id" = @2; select c0, c1, c2, c3 from @written;
--   writes; 0=value 1=id
-- delete, giving the record
declare @written table (c0 uniqueidentifier, c1 nvarchar(max), c2 sql_variant, c3 sql_variant); delete from "token" output deleted."id", deleted."value", deleted."createdat", deleted."updatedat" into @written (c0, c1, c2, c3) where "id" = @1; select c0, c1, c2, c3 from @written;
--   writes; 0=id
-- insert of several, giving the ids in order
declare @written table (c0 uniqueidentifier, place int); merge into "token" using (values (@1, 0), (@2, 1)) as source (v0, place) on 1 = 0 when not matched then insert ("value") values (source.v0) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=value 1=value
-- update, giving the number
update "token" set "value" = @1 where "id" = @2; select @@rowcount;
--   writes; 0=value 1=id
-- delete, giving the number
delete from "token" where "id" = @1; select @@rowcount;
--   writes; 0=id
-- update, giving all ids
declare @written table (c0 uniqueidentifier); update "token" set "value" = @1 output inserted."id" into @written (c0) where "id" = @2; select c0 from @written;
--   writes; 0=value 1=id
-- delete, giving all ids
declare @written table (c0 uniqueidentifier); delete from "token" output deleted."id" into @written (c0) where "id" = @1; select c0 from @written;
--   writes; 0=id
-- update of several
declare @written table (c0 uniqueidentifier); update "token" set "value" = "given 0" output inserted."id" into @written (c0) from (values (@1, @2, @3), (@4, @5, @6)) as "given values" ("given 0", "given 1", "given 2") where "id" = "given 1" and ("value" = cast(cast(cast("given 2" as nvarchar(4000)) as varbinary(8000)) as nvarchar(4000)) and datalength(cast("value" as nvarchar(max))) = datalength(cast(cast(cast(cast("given 2" as nvarchar(4000)) as varbinary(8000)) as nvarchar(4000)) as nvarchar(max)))) and ("id" = @7); select c0 from @written;
--   writes; 1=value 2=id 3=value 4=value 5=id 6=value 0=id
-- copy
if ident_incr(N'[token]') is not null set identity_insert "token" on; insert into "token" ("id", "value") values (@1, @2), (@3, @4); if ident_incr(N'[token]') is not null set identity_insert "token" off;;
--   writes; 0=id 1=value 2=id 3=value
-- insert of two, giving their keys in order
declare @written table (c0 uniqueidentifier, place int); merge into "token" using (values (@1, 0), (@2, 1)) as source (v0, place) on 1 = 0 when not matched then insert ("value") values (source.v0) output inserted."id", source.place into @written (c0, place); select c0 from @written order by place;
--   writes; 0=value 1=value
-- insert of two, giving the keys that the table counts
declare @written table (c0 uniqueidentifier); insert into "token" ("value") output inserted."id" into @written (c0) select source.v0 from (values (@1, 0), (@2, 1)) as source (v0, place) order by place; select c0 from @written order by cast(c0 as decimal(38,0)) * sign(ident_incr(N'[token]'));
--   writes; 0=value 1=value
-- update of two, each with its own
declare @written table (c0 uniqueidentifier); update "token" set "value" = "given 0" output inserted."id" into @written (c0) from (values (@1, @2), (@3, @4)) as "given values" ("given 0", "given 1") where "id" = "given 1"; select c0 from @written;
--   writes; 0=value 1=id 2=value 3=id
-- update in cases
update "token" set "value" = case when "id" = @1 then @2 when "id" = @3 then @4 else "value" end where ("id" = @5 or "id" = @6);
--   writes; 0=id 1=value 2=id 3=value 4=id 5=id
-- ## The tables
-- add: The table "notes" is missing.
create table "notes" ("id" int identity(1, 1) primary key, "the ""title""" nvarchar(255) collate Latin1_General_100_BIN2 not null, "body" nvarchar(max) collate Latin1_General_100_BIN2, "markup" nvarchar(max) collate Latin1_General_100_BIN2 default N'it''s a \ "text" 😀', "views" int not null default 0, "big" bigint, "ratio" float(53), "price" decimal(12,2), "done" bit default 0, "day" date, "at" datetime2(3) default N'2024-02-29T12:00:00.000', "code" uniqueidentifier, "data" nvarchar(max) collate Latin1_General_100_BIN2, "hash" varbinary(16), "photo" varbinary(max) default 0x00ff275c, "hidden" nvarchar(max) collate Latin1_General_100_BIN2, "author" int, "createdat" datetime2(3) not null);
create unique index "ux_notes.the ""title""" on "notes" ("the ""title""");
create index "ix_notes.views" on "notes" ("views");
create unique index "ux_notes.big" on "notes" ("big") where "big" is not null;
create index "ix_notes.code" on "notes" ("code");
create unique index "ux_notes.hash" on "notes" ("hash") where "hash" is not null;
-- add: The table "author" is missing.
create table "author" ("id" int identity(1, 1) primary key, "boss" int);
-- add: The table "event" is missing.
create table "event" ("id" int identity(1, 1) primary key, "begins" datetime2(6) not null, "opens" time(6) default N'08:30:00.123456', "lasts" varchar(80) collate Latin1_General_100_BIN2 default N'10000000002592000000000 P1M', "made" smallint);
create index "ix_event.begins" on "event" ("begins");
-- add: The table "task" is missing.
create table "task" ("id" int identity(1, 1) primary key, "state" nvarchar(6) collate Latin1_General_100_BIN2 default N'draft' constraint "ck_task.state" check ("state" in (N'draft', N'it''s \', N'public')), "tags" nvarchar(max) collate Latin1_General_100_BIN2 default N'["it''s"]', "sizes" nvarchar(max) collate Latin1_General_100_BIN2);
create index "ix_task.state" on "task" ("state");
-- add: The table "token" is missing.
create table "token" ("id" uniqueidentifier primary key not null, "value" nvarchar(40) collate Latin1_General_100_BIN2, "createdat" datetime2(3) not null, "updatedat" datetime2(3) not null);
-- add: The table "data_api_idempotency" is missing.
create table "data_api_idempotency" ("keyhash" nvarchar(43) collate Latin1_General_100_BIN2 primary key not null, "fingerprint" nvarchar(43) collate Latin1_General_100_BIN2 not null, "token" nvarchar(43) collate Latin1_General_100_BIN2 not null, "expiresat" datetime2(3) not null, "answer" nvarchar(max) collate Latin1_General_100_BIN2);
create index "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");
-- add: The foreign key from "notes"."author" is missing.
alter table "notes" add constraint "fk_notes.author" foreign key ("author") references "author" ("id");
-- add: The foreign key from "author"."boss" is missing.
alter table "author" add constraint "fk_author.boss" foreign key ("boss") references "author" ("id");
-- ## A table that has not all that it needs
-- add: The table "data_api_idempotency" is missing.
create table "data_api_idempotency" ("keyhash" nvarchar(43) collate Latin1_General_100_BIN2 primary key not null, "fingerprint" nvarchar(43) collate Latin1_General_100_BIN2 not null, "token" nvarchar(43) collate Latin1_General_100_BIN2 not null, "expiresat" datetime2(3) not null, "answer" nvarchar(max) collate Latin1_General_100_BIN2);
create index "ix_data_api_idempotency.expiresat" on "data_api_idempotency" ("expiresat");
-- decide: The column "notes"."id" is of type "blob", the field "id" needs "int".
-- decide: The column "notes"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- alter: The column "notes"."the "title"" is of type "blob", the field "title" needs "nvarchar(255)". The column "notes"."the "title"" is nullable, the field "title" is required.
alter table "notes" alter column "the ""title""" nvarchar(255) collate Latin1_General_100_BIN2 not null;
-- add: The column "notes"."body" is missing.
alter table "notes" add "body" nvarchar(max) collate Latin1_General_100_BIN2;
-- add: The column "notes"."markup" is missing.
alter table "notes" add "markup" nvarchar(max) collate Latin1_General_100_BIN2 default N'it''s a \ "text" 😀';
update "notes" set "markup" = default;
-- alter: The column "notes"."views" is of type "blob", the field "views" needs "int". The column "notes"."views" is nullable, the field "views" is required.
alter table "notes" alter column "views" int not null;
-- add: The column "notes"."big" is missing.
alter table "notes" add "big" bigint;
-- add: The column "notes"."ratio" is missing.
alter table "notes" add "ratio" float(53);
-- add: The column "notes"."price" is missing.
alter table "notes" add "price" decimal(12,2);
-- add: The column "notes"."done" is missing.
alter table "notes" add "done" bit default 0;
update "notes" set "done" = default;
-- add: The column "notes"."day" is missing.
alter table "notes" add "day" date;
-- add: The column "notes"."at" is missing.
alter table "notes" add "at" datetime2(3) default N'2024-02-29T12:00:00.000';
update "notes" set "at" = default;
-- add: The column "notes"."code" is missing.
alter table "notes" add "code" uniqueidentifier;
-- add: The column "notes"."data" is missing.
alter table "notes" add "data" nvarchar(max) collate Latin1_General_100_BIN2;
-- add: The column "notes"."hash" is missing.
alter table "notes" add "hash" varbinary(16);
-- add: The column "notes"."photo" is missing.
alter table "notes" add "photo" varbinary(max) default 0x00ff275c;
update "notes" set "photo" = default;
-- add: The column "notes"."hidden" is missing.
alter table "notes" add "hidden" nvarchar(max) collate Latin1_General_100_BIN2;
-- add: The column "notes"."author" is missing.
alter table "notes" add "author" int;
alter table "notes" add constraint "fk_notes.author" foreign key ("author") references "author" ("id");
-- decide: The column "notes"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- decide: The column "author"."id" is of type "blob", the field "id" needs "int".
-- decide: The column "author"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- add: The column "author"."boss" is missing.
alter table "author" add "boss" int;
alter table "author" add constraint "fk_author.boss" foreign key ("boss") references "author" ("id");
-- decide: The column "event"."id" is of type "blob", the field "id" needs "int".
-- decide: The column "event"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- decide: The column "event"."begins" is missing and cannot be added, because existing records would have no value for it: give the field a "default" or make it not required.
-- add: The column "event"."opens" is missing.
alter table "event" add "opens" time(6) default N'08:30:00.123456';
update "event" set "opens" = default;
-- add: The column "event"."lasts" is missing.
alter table "event" add "lasts" varchar(80) collate Latin1_General_100_BIN2 default N'10000000002592000000000 P1M';
update "event" set "lasts" = default;
-- add: The column "event"."made" is missing.
alter table "event" add "made" smallint;
-- decide: The column "task"."id" is of type "blob", the field "id" needs "int".
-- decide: The column "task"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- add: The column "task"."state" is missing.
alter table "task" add "state" nvarchar(6) collate Latin1_General_100_BIN2 default N'draft' constraint "ck_task.state" check ("state" in (N'draft', N'it''s \', N'public'));
update "task" set "state" = default;
-- add: The column "task"."tags" is missing.
alter table "task" add "tags" nvarchar(max) collate Latin1_General_100_BIN2 default N'["it''s"]';
update "task" set "tags" = default;
-- add: The column "task"."sizes" is missing.
alter table "task" add "sizes" nvarchar(max) collate Latin1_General_100_BIN2;
-- decide: The column "token"."id" is of type "blob", the field "id" needs "uniqueidentifier".
-- add: The column "token"."value" is missing.
alter table "token" add "value" nvarchar(40) collate Latin1_General_100_BIN2;
-- decide: The column "token"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- decide: The column "token"."updatedat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- add: The unique index on "notes"."the "title"" is missing.
create unique index "ux_notes.the ""title""" on "notes" ("the ""title""");
-- add: The index on "notes"."views" is missing.
create index "ix_notes.views" on "notes" ("views");
-- add: The unique index on "notes"."big" is missing.
create unique index "ux_notes.big" on "notes" ("big") where "big" is not null;
-- add: The index on "notes"."code" is missing.
create index "ix_notes.code" on "notes" ("code");
-- add: The unique index on "notes"."hash" is missing.
create unique index "ux_notes.hash" on "notes" ("hash") where "hash" is not null;
-- add: The index on "event"."begins" is missing.
create index "ix_event.begins" on "event" ("begins");
-- add: The index on "task"."state" is missing.
create index "ix_task.state" on "task" ("state");
-- ## A table and its columns that were renamed
-- rename: The table "article" is called "note".
exec sp_rename N'[note]', N'article', N'OBJECT';
-- rename: The column "article"."headline" is called "title".
drop index "ux_note.title" on "article";
exec sp_rename N'[article].[title]', N'headline', N'COLUMN';
create unique index "ux_note.title" on "article" ("headline") where "headline" is not null;
-- rename: The column "article"."status" is called "state".
alter table "article" drop constraint "ck_note.state";
exec sp_rename N'[article].[state]', N'status', N'COLUMN';
alter table "article" add constraint "ck_note.state" check ("status" in (N'open', N'done'));
-- rename: The column "article"."editor" is called "author".
exec sp_rename N'[article].[author]', N'editor', N'COLUMN';
-- rename: The index "ux_article.headline" is called "ux_note.title".
exec sp_rename N'[article].[ux_note.title]', N'ux_article.headline', N'INDEX';
-- rename: The check "ck_article.status" is called "ck_note.state".
exec sp_rename N'[main_schema].[ck_note.state]', N'ck_article.status', N'OBJECT';
-- rename: The index "ix_article.views" is called "ix_note.views".
exec sp_rename N'[article].[ix_note.views]', N'ix_article.views', N'INDEX';
-- rename: The foreign key "fk_article.editor" is called "fk_note.author".
exec sp_rename N'[fk_note.author]', N'fk_article.editor', N'OBJECT';
-- ## Columns that change, with indexes and a default
-- alter: The column "note"."title" is of type "nvarchar(20)", the field "title" needs "nvarchar(100)".
drop index "ux_note.title" on "note";
alter table "note" alter column "title" nvarchar(100) collate Latin1_General_100_BIN2 not null;
create unique index "ux_note.title" on "note" ("title");
-- alter: The column "note"."views" is nullable, the field "views" is required.
drop index "ix_note.views" on "note";
alter table "note" alter column "views" int not null;
create index "ix_note.views" on "note" ("views");
-- alter: The column "note"."code" is not null, the field "code" is not required.
drop index "ux_note.code" on "note";
alter table "note" alter column "code" int null;
create unique index "ux_note.code" on "note" ("code") where "code" is not null;
-- alter: The column "note"."price" is of type "int", the field "price" needs "decimal(12,2)".
declare @drop nvarchar(max) = (select N'alter table [note] drop constraint ' + quotename(name) from sys.default_constraints where parent_object_id = object_id(N'[note]') and parent_column_id = columnproperty(object_id(N'[note]'), N'price', 'ColumnId')) exec (@drop);
alter table "note" alter column "price" decimal(12,2) null;
alter table "note" add default N'1.5' for "price";
-- decide: The column "note"."place" is nullable, the field "place" is required. Its index "by_place" must be dropped before it can be changed.
-- ## A foreign key of several fields
-- add: The table "line" is missing.
create table "line" ("order" nvarchar(20) collate Latin1_General_100_BIN2 not null, "the ""nr""" int not null, primary key ("order", "the ""nr"""));
-- add: The table "remark" is missing.
create table "remark" ("id" int identity(1, 1) primary key, "order" nvarchar(20) collate Latin1_General_100_BIN2, "line" int, "text" nvarchar(max) collate Latin1_General_100_BIN2);
-- add: The foreign key from "remark"."order", "line" is missing.
alter table "remark" add constraint "fk_remark.order.line" foreign key ("order", "line") references "line" ("order", "the ""nr""");
