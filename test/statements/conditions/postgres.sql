-- !title~?
select count(*) from "post" where not (strpos("title", $1) > 0);
--   reads; 0=title
-- title^=?
select count(*) from "post" where starts_with(("title"::text collate "C"), $1);
--   reads; 0=title
-- title$=?
select count(*) from "post" where right(("title"::text collate "C"), length($1)) = $2;
--   reads; 0=title 0=title
-- !title>?
select count(*) from "post" where not ("title" > $1);
--   reads; 0=title
-- *title=?
select count(*) from "post" where (translate(lower(translate("title"::text, 'İ', '﷐') collate "und-x-icu"), '﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', 'İμsισβθφπκρεвдосттъѣꙋṡι') collate "C") = $1;
--   reads; 0=title
-- !wordshas?
select count(*) from "post" where ("words" is not null and not "words" @> $1);
--   reads; 0=words
-- views[0]
select count(*) from "post" where (1 = 0);
--   reads
-- views[3]
select count(*) from "post" where ("views" = any($1));
--   reads; 0=views
-- !views[1,null]
select count(*) from "post" where not ("views" = any($1) or "views" is null);
--   reads; 0=views
-- *title[2]
select count(*) from "post" where ((translate(lower(translate("title"::text, 'İ', '﷐') collate "und-x-icu"), '﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', 'İμsισβθφπκρεвдосттъѣꙋṡι') collate "C") = any($1));
--   reads; 0=title
-- title[10]
select count(*) from "post" where ("title" = any($1));
--   reads; 0=title
-- !title[10,null]
select count(*) from "post" where not ("title" = any($1) or "title" is null);
--   reads; 0=title
-- words=?
select count(*) from "post" where "words" = $1;
--   reads; 0=words
-- extra.2=null
select count(*) from "post" where nullif((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $1::text -> $2::text), 'null') is null;
--   reads; 0=extra 1=extra
-- extra.2=text
select count(*) from "post" where (case when jsonb_typeof((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $1::text -> $2::text)) = 'string' then ((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $3::text -> $4::text) #>> '{}') collate "C" end) = $5;
--   reads; 0=extra 1=extra 0=extra 1=extra 2=extra
-- extra.2<>number
select count(*) from "post" where (nullif((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $1::text -> $2::text), 'null') is not null and ((case when jsonb_typeof((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $3::text -> $4::text)) = 'number' then ((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $5::text -> $6::text) #>> '{}')::numeric end) is null or not ((case when jsonb_typeof((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $7::text -> $8::text)) = 'number' then ((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $9::text -> $10::text) #>> '{}')::numeric end) = $11::numeric)));
--   reads; 0=extra 1=extra 0=extra 1=extra 0=extra 1=extra 0=extra 1=extra 0=extra 1=extra 2=extra
-- *extra.2~text
select count(*) from "post" where strpos((translate(lower(translate((case when jsonb_typeof((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $1::text -> $2::text)) = 'string' then ((case when pg_typeof("extra") = 'jsonb'::regtype or "extra"::text !~ '\\u0000|[eE][+-]?[0-9]{5}' then "extra"::jsonb end -> $3::text -> $4::text) #>> '{}') collate "C" end)::text, 'İ', '﷐') collate "und-x-icu"), '﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', 'İμsισβθφπκρεвдосттъѣꙋṡι') collate "C"), $5) > 0;
--   reads; 0=extra 1=extra 0=extra 1=extra 2=extra
-- author{name=?}
select count(*) from "post" where exists (select 1 from "crm"."person" as "related0" where "related0"."id" = "post"."authorid" and "related0"."name" = $1);
--   reads; 0=name
-- author{since>?}
select count(*) from "post" where exists (select 1 from "crm"."person" as "related0" where "related0"."id" = "post"."authorid" and "related0"."since" > $1);
--   reads; 0=since
-- !author{}
select count(*) from "post" where not exists (select 1 from "crm"."person" as "related0" where "related0"."id" = "post"."authorid");
--   reads
-- tags{word=?}
select count(*) from "post" where exists (select 1 from "post_tagids" as "related0_link" inner join "tag" as "related0" on "related0"."id" = "related0_link"."targetid" where "related0_link"."sourceid" = "post"."id" and "related0"."word" = $1);
--   reads; 0=word
-- tags#>{}
select count(*) from "post" where (select count(*) from "post_tagids" as "related0_link" inner join "tag" as "related0" on "related0"."id" = "related0_link"."targetid" where "related0_link"."sourceid" = "post"."id") > $1;
--   reads; 0=rows
-- -(title=?)
select count(*) from "post" where case when "title" = $1 then 1 else 0 end = 0;
--   reads; 0=title
-- posts{title~?}
select count(*) from "crm"."person" where exists (select 1 from "post" as "related0" where "related0"."authorid" = "crm"."person"."id" and strpos("related0"."title", $1) > 0);
--   reads; 0=title
-- posts{author{since>?}}
select count(*) from "crm"."person" where exists (select 1 from "post" as "related0" where "related0"."authorid" = "crm"."person"."id" and exists (select 1 from "crm"."person" as "related1" where "related1"."id" = "related0"."authorid" and "related1"."since" > $1));
--   reads; 0=since
-- posts#={title=?}
select count(*) from "crm"."person" where (select count(*) from "post" as "related0" where "related0"."authorid" = "crm"."person"."id" and "related0"."title" = $1) = $2;
--   reads; 0=title 1=rows
