-- ## short lists: the page, and one record
select "page"."c0", "page"."c1", "r0"."name", "r0"."id" from (select "title" as "c0", "id" as "c1", "author" as "k0", "post"."id" as "s0" from "post" where "title" is not null order by "post"."id" limit 20 offset 0) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0" order by "page"."s0";
--   reads
select "page"."c0", "page"."c1", "r0"."name", "r0"."id" from (select "title" as "c0", "id" as "c1", "author" as "k0" from "post" where "title" is not null) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0";
--   reads
-- ## long lists: the page
select "page"."c0", "page"."c1", "r0"."name", "r0"."id" from (select "title" as "c0", "id" as "c1", "author" as "k0", "post"."id" as "s0" from "post" where "title" is not null order by "post"."id" limit 20 offset 0) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0" order by "page"."s0";
--   reads
-- ## the list of 1 record, and of 4
select "page"."p0", "page"."c0", "page"."c1", "page"."c2", "page"."c3", "r0"."name", "r0"."id" from (select "owner"."id" as "p0", "item"."id" as "c0", "item"."text" as "c1", "item"."rating" as "c2", "item"."at" as "c3", "item"."author" as "k0", "item"."at" as "s0", "item"."id" as "s1" from "post" as "owner" cross join "remark" as "item" where "item"."id" in (select "first"."id" from "remark" as "first" where "owner"."id" = "first"."post" and "first"."rating" > ? order by "first"."at" desc, "first"."id" desc limit 100 offset 0) and "owner"."id" in (?)) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0" order by "page"."s0" desc, "page"."s1" desc;
--   reads; 1=rating 0=id
select "page"."p0", "page"."c0", "page"."c1", "page"."c2", "page"."c3", "r0"."name", "r0"."id" from (select "owner"."id" as "p0", "item"."id" as "c0", "item"."text" as "c1", "item"."rating" as "c2", "item"."at" as "c3", "item"."author" as "k0", "item"."at" as "s0", "item"."id" as "s1" from "post" as "owner" cross join "remark" as "item" where "item"."id" in (select "first"."id" from "remark" as "first" where "owner"."id" = "first"."post" and "first"."rating" > ? order by "first"."at" desc, "first"."id" desc limit 100 offset 0) and "owner"."id" in (?, ?, ?, ?)) as "page" left join "person" as "r0" on "r0"."id" = "page"."k0" order by "page"."s0" desc, "page"."s1" desc;
--   reads; 4=rating 0=id 1=id 2=id 3=id
