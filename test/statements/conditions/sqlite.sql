-- !title~?
select count(*) from "post" where not (instr("title", ?) > 0);
--   reads; 0=title
-- title^=?
select count(*) from "post" where instr("title", ?) = 1;
--   reads; 0=title
-- title$=?
select count(*) from "post" where coalesce(substr(cast("title" as blob), length(cast("title" as blob)) - length(cast(? as blob)) + 1), cast("title" as blob)) = cast(? as blob);
--   reads; 0=title 0=title
-- !title>?
select count(*) from "post" where not ("title" > ?);
--   reads; 0=title
-- *title=?
select count(*) from "post" where fold_case("title") = ?;
--   reads; 0=title
-- !wordshas?
select count(*) from "post" where ("words" is not null and not list_has("words", 'string', ?));
--   reads; 0=words
-- views[0]
select count(*) from "post" where (1 = 0);
--   reads
-- views[3]
select count(*) from "post" where ("views" in (?, ?, ?));
--   reads; 0=views 1=views 2=views
-- !views[1,null]
select count(*) from "post" where not ("views" in (?) or "views" is null);
--   reads; 0=views
-- *title[2]
select count(*) from "post" where (fold_case("title") in (?, ?));
--   reads; 0=title 1=title
-- title[10]
select count(*) from "post" where ("title" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?));
--   reads; 0=title 1=title 2=title 3=title 4=title 5=title 6=title 7=title 8=title 9=title
-- !title[10,null]
select count(*) from "post" where not ("title" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) or "title" is null);
--   reads; 0=title 1=title 2=title 3=title 4=title 5=title 6=title 7=title 8=title 9=title
-- words=?
select count(*) from "post" where (case when json_valid("words") then json("words") end = json(?));
--   reads; 0=words
-- extra.2=null
select count(*) from "post" where json_value_at("extra", ?, 'any') is null;
--   reads; 0=extra
-- extra.2=text
select count(*) from "post" where json_value_at("extra", ?, 'text') = ?;
--   reads; 0=extra 1=extra
-- extra.2<>number
select count(*) from "post" where (json_value_at("extra", ?, 'any') is not null and (json_value_at("extra", ?, 'number') is null or not (json_value_at("extra", ?, 'number') = ?)));
--   reads; 0=extra 0=extra 0=extra 1=extra
-- *extra.2~text
select count(*) from "post" where instr(fold_case(json_value_at("extra", ?, 'text')), ?) > 0;
--   reads; 0=extra 1=extra
-- author{name=?}
select count(*) from "post" where ("authorid") in (select "related0"."id" from "person" as "related0" where "related0"."name" = ?);
--   reads; 0=name
-- author{since>?}
select count(*) from "post" where exists (select 1 from "person" as "related0" where "related0"."id" = "post"."authorid" and "related0"."since" > ?);
--   reads; 0=since
-- !author{}
select count(*) from "post" where not exists (select 1 from "person" as "related0" where "related0"."id" = "post"."authorid");
--   reads
-- tags{word=?}
select count(*) from "post" where exists (select 1 from "post_tagids" as "related0_link" inner join "tag" as "related0" on "related0"."id" = "related0_link"."targetid" where "post"."id" = "related0_link"."sourceid" and "related0"."word" = ?);
--   reads; 0=word
-- tags#>{}
select count(*) from "post" where (select count(*) from "post_tagids" as "related0_link" inner join "tag" as "related0" on "related0"."id" = "related0_link"."targetid" where "post"."id" = "related0_link"."sourceid") > ?;
--   reads; 0=rows
-- -(title=?)
select count(*) from "post" where case when "title" = ? then 1 else 0 end = 0;
--   reads; 0=title
-- posts{title~?}
select count(*) from "person" where exists (select 1 from "post" as "related0" where "person"."id" = "related0"."authorid" and instr("related0"."title", ?) > 0);
--   reads; 0=title
-- posts{author{since>?}}
select count(*) from "person" where exists (select 1 from "post" as "related0" where "person"."id" = "related0"."authorid" and exists (select 1 from "person" as "related1" where "related1"."id" = "related0"."authorid" and "related1"."since" > ?));
--   reads; 0=since
-- posts#={title=?}
select count(*) from "person" where (select count(*) from "post" as "related0" where "person"."id" = "related0"."authorid" and "related0"."title" = ?) = ?;
--   reads; 0=title 1=rows
