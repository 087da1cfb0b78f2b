-- ## short lists: the page, and one record
select "page"."c0", "page"."c1", "r0"."name", "r0"."id" from (select "title" as "c0", "id" as "c1", "author" as "k0", "post"."id" as "s0" from "post" where "title" is not null order by "post"."id" offset @1 rows fetch next @2 rows only) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0" order by "page"."s0";
--   reads; 1=rows 0=rows
select "page"."c0", "page"."c1", "r0"."name", "r0"."id" from (select "title" as "c0", "id" as "c1", "author" as "k0" from "post" where "title" is not null) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0";
--   reads
-- ## long lists: the page
select "page"."c0", "page"."c1", "r0"."name", "r0"."id" from (select "title" as "c0", "id" as "c1", "author" as "k0", "post"."id" as "s0" from "post" where "title" is not null order by "post"."id" offset @1 rows fetch next @2 rows only) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0" order by "page"."s0";
--   reads; 1=rows 0=rows
-- ## the list of 1 record, and of 4
select "owner"."id", "page"."c0", "page"."c1", "page"."c2", "page"."c3", "r0"."name", "r0"."id" from "post" as "owner" cross apply (select "item"."id" as "c0", "item"."text" as "c1", "item"."rating" as "c2", "item"."at" as "c3", "item"."author" as "k0", "item"."at" as "s0", "item"."id" as "s1" from "remark" as "item" where "item"."post" = "owner"."id" and "item"."rating" > @1 order by "item"."at" desc, "item"."id" desc offset @2 rows fetch next @3 rows only) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0" where "owner"."id" in (@4) order by "page"."s0" desc, "page"."s1" desc;
--   reads; 3=rating 2=rows 1=rows 0=id
select "owner"."id", "page"."c0", "page"."c1", "page"."c2", "page"."c3", "r0"."name", "r0"."id" from "post" as "owner" cross apply (select "item"."id" as "c0", "item"."text" as "c1", "item"."rating" as "c2", "item"."at" as "c3", "item"."author" as "k0", "item"."at" as "s0", "item"."id" as "s1" from "remark" as "item" where "item"."post" = "owner"."id" and "item"."rating" > @1 order by "item"."at" desc, "item"."id" desc offset @2 rows fetch next @3 rows only) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0" where "owner"."id" in (@4, @5, @6, @7) order by "page"."s0" desc, "page"."s1" desc;
--   reads; 6=rating 5=rows 4=rows 0=id 1=id 2=id 3=id
