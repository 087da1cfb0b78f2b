-- !title~?
select count(*) from "post" where not ((charindex(@1, "title") > 0 or (datalength(@1) = 0 and "title" is not null)));
--   reads; 0=title
-- title^=?
select count(*) from "post" where substring(cast(cast("title" as nvarchar(max)) as varbinary(max)), 1, datalength(cast(cast(@1 as nvarchar(max)) as varbinary(max)))) = cast(cast(@1 as nvarchar(max)) as varbinary(max));
--   reads; 0=title
-- title$=?
select count(*) from "post" where substring(cast(cast("title" as nvarchar(max)) as varbinary(max)), datalength(cast(cast("title" as nvarchar(max)) as varbinary(max))) - datalength(cast(cast(@1 as nvarchar(max)) as varbinary(max))) + 1, datalength(cast(cast(@1 as nvarchar(max)) as varbinary(max)))) = cast(cast(@1 as nvarchar(max)) as varbinary(max));
--   reads; 0=title
-- !title>?
select count(*) from "post" where not ("title" > @1);
--   reads; 0=title
-- *title=?
select count(*) from "post" where (translate(lower(translate(cast("title" as nvarchar(max)) collate Latin1_General_100_BIN2, N'İ', N'﷐')), N'﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', N'İμsισβθφπκρεвдосттъѣꙋṡι') = @1 and datalength(cast(translate(lower(translate(cast("title" as nvarchar(max)) collate Latin1_General_100_BIN2, N'İ', N'﷐')), N'﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', N'İμsισβθφπκρεвдосттъѣꙋṡι') as nvarchar(max))) = datalength(cast(@1 as nvarchar(max))));
--   reads; 0=title
-- !wordshas?
select count(*) from "post" where ("words" is not null and not exists (select 1 from openjson(case when isjson("words") = 1 then cast("words" as nvarchar(max)) end) with ("data_api_item" nvarchar(max) '$') where ("data_api_item" collate Latin1_General_100_BIN2 = @1 and datalength(cast("data_api_item" collate Latin1_General_100_BIN2 as nvarchar(max))) = datalength(cast(@1 as nvarchar(max))))));
--   reads; 0=words
-- views[0]
select count(*) from "post" where (1 = 0);
--   reads
-- views[3]
select count(*) from "post" where ("views" in (@1, @2, @3));
--   reads; 0=views 1=views 2=views
-- !views[1,null]
select count(*) from "post" where not ("views" in (@1) or "views" is null);
--   reads; 0=views
-- *title[2]
select count(*) from "post" where ((translate(lower(translate(cast("title" as nvarchar(max)) collate Latin1_General_100_BIN2, N'İ', N'﷐')), N'﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', N'İμsισβθφπκρεвдосттъѣꙋṡι') = @1 and datalength(cast(translate(lower(translate(cast("title" as nvarchar(max)) collate Latin1_General_100_BIN2, N'İ', N'﷐')), N'﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', N'İμsισβθφπκρεвдосттъѣꙋṡι') as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) or (translate(lower(translate(cast("title" as nvarchar(max)) collate Latin1_General_100_BIN2, N'İ', N'﷐')), N'﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', N'İμsισβθφπκρεвдосттъѣꙋṡι') = @2 and datalength(cast(translate(lower(translate(cast("title" as nvarchar(max)) collate Latin1_General_100_BIN2, N'İ', N'﷐')), N'﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', N'İμsισβθφπκρεвдосттъѣꙋṡι') as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))));
--   reads; 0=title 1=title
-- title[10]
select count(*) from "post" where (exists (select 1 from (values (@1), (@2), (@3), (@4), (@5), (@6), (@7), (@8), (@9), (@10)) as "given values" ("value") where ("title" = cast(cast(cast("value" as nvarchar(4000)) as varbinary(8000)) as nvarchar(4000)) and datalength(cast("title" as nvarchar(max))) = datalength(cast("value" as nvarchar(max))))));
--   reads; 0=title 1=title 2=title 3=title 4=title 5=title 6=title 7=title 8=title 9=title
-- !title[10,null]
select count(*) from "post" where ("title" is not null and not (exists (select 1 from (values (@1), (@2), (@3), (@4), (@5), (@6), (@7), (@8), (@9), (@10)) as "given values" ("value") where ("title" = cast(cast(cast("value" as nvarchar(4000)) as varbinary(8000)) as nvarchar(4000)) and datalength(cast("title" as nvarchar(max))) = datalength(cast("value" as nvarchar(max))))) or "title" is null));
--   reads; 0=title 1=title 2=title 3=title 4=title 5=title 6=title 7=title 8=title 9=title
-- words=?
select count(*) from "post" where (cast("words" as nvarchar(max)) collate Latin1_General_100_BIN2 = @1 and datalength(cast(cast("words" as nvarchar(max)) collate Latin1_General_100_BIN2 as nvarchar(max))) = datalength(cast(@1 as nvarchar(max))));
--   reads; 0=words
-- extra.2=null
select count(*) from "post" where (select top 1 case when "data_api_json2".value is not null then 1 end from openjson(case when isjson("extra") = 1 then concat(N'[', cast("extra" as nvarchar(max)), N']') end) as "data_api_json0" cross apply openjson(case when "data_api_json0".type = 5 then "data_api_json0".value end) as "data_api_json1" cross apply openjson(case when "data_api_json1".type = 5 then "data_api_json1".value end) as "data_api_json2" where ("data_api_json1".[key] = @1 and datalength(cast("data_api_json1".[key] as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) and ("data_api_json2".[key] = @2 and datalength(cast("data_api_json2".[key] as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))) and "data_api_json2".type > 0) is null;
--   reads; 0=extra 1=extra
-- extra.2=text
select count(*) from "post" where ((select top 1 "data_api_json2".value collate Latin1_General_100_BIN2 from openjson(case when isjson("extra") = 1 then concat(N'[', cast("extra" as nvarchar(max)), N']') end) as "data_api_json0" cross apply openjson(case when "data_api_json0".type = 5 then "data_api_json0".value end) as "data_api_json1" cross apply openjson(case when "data_api_json1".type = 5 then "data_api_json1".value end) as "data_api_json2" where ("data_api_json1".[key] = @1 and datalength(cast("data_api_json1".[key] as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) and ("data_api_json2".[key] = @2 and datalength(cast("data_api_json2".[key] as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))) and "data_api_json2".type = 1) = @3 and datalength(cast((select top 1 "data_api_json2".value collate Latin1_General_100_BIN2 from openjson(case when isjson("extra") = 1 then concat(N'[', cast("extra" as nvarchar(max)), N']') end) as "data_api_json0" cross apply openjson(case when "data_api_json0".type = 5 then "data_api_json0".value end) as "data_api_json1" cross apply openjson(case when "data_api_json1".type = 5 then "data_api_json1".value end) as "data_api_json2" where ("data_api_json1".[key] = @1 and datalength(cast("data_api_json1".[key] as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) and ("data_api_json2".[key] = @2 and datalength(cast("data_api_json2".[key] as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))) and "data_api_json2".type = 1) as nvarchar(max))) = datalength(cast(@3 as nvarchar(max))));
--   reads; 0=extra 1=extra 2=extra
-- extra.2<>number
select count(*) from "post" where ((select top 1 case when "data_api_json2".value is not null then 1 end from openjson(case when isjson("extra") = 1 then concat(N'[', cast("extra" as nvarchar(max)), N']') end) as "data_api_json0" cross apply openjson(case when "data_api_json0".type = 5 then "data_api_json0".value end) as "data_api_json1" cross apply openjson(case when "data_api_json1".type = 5 then "data_api_json1".value end) as "data_api_json2" where ("data_api_json1".[key] = @1 and datalength(cast("data_api_json1".[key] as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) and ("data_api_json2".[key] = @2 and datalength(cast("data_api_json2".[key] as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))) and "data_api_json2".type > 0) is not null and ((select top 1 try_cast("data_api_json2".value as float(53)) from openjson(case when isjson("extra") = 1 then concat(N'[', cast("extra" as nvarchar(max)), N']') end) as "data_api_json0" cross apply openjson(case when "data_api_json0".type = 5 then "data_api_json0".value end) as "data_api_json1" cross apply openjson(case when "data_api_json1".type = 5 then "data_api_json1".value end) as "data_api_json2" where ("data_api_json1".[key] = @1 and datalength(cast("data_api_json1".[key] as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) and ("data_api_json2".[key] = @2 and datalength(cast("data_api_json2".[key] as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))) and "data_api_json2".type = 2) is null or not ((select top 1 try_cast("data_api_json2".value as float(53)) from openjson(case when isjson("extra") = 1 then concat(N'[', cast("extra" as nvarchar(max)), N']') end) as "data_api_json0" cross apply openjson(case when "data_api_json0".type = 5 then "data_api_json0".value end) as "data_api_json1" cross apply openjson(case when "data_api_json1".type = 5 then "data_api_json1".value end) as "data_api_json2" where ("data_api_json1".[key] = @1 and datalength(cast("data_api_json1".[key] as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) and ("data_api_json2".[key] = @2 and datalength(cast("data_api_json2".[key] as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))) and "data_api_json2".type = 2) = try_cast(@3 as float(53)))));
--   reads; 0=extra 1=extra 2=extra
-- *extra.2~text
select count(*) from "post" where (charindex(@1, translate(lower(translate(cast((select top 1 "data_api_json2".value collate Latin1_General_100_BIN2 from openjson(case when isjson("extra") = 1 then concat(N'[', cast("extra" as nvarchar(max)), N']') end) as "data_api_json0" cross apply openjson(case when "data_api_json0".type = 5 then "data_api_json0".value end) as "data_api_json1" cross apply openjson(case when "data_api_json1".type = 5 then "data_api_json1".value end) as "data_api_json2" where ("data_api_json1".[key] = @2 and datalength(cast("data_api_json1".[key] as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))) and ("data_api_json2".[key] = @3 and datalength(cast("data_api_json2".[key] as nvarchar(max))) = datalength(cast(@3 as nvarchar(max)))) and "data_api_json2".type = 1) as nvarchar(max)) collate Latin1_General_100_BIN2, N'İ', N'﷐')), N'﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', N'İμsισβθφπκρεвдосттъѣꙋṡι')) > 0 or (datalength(@1) = 0 and translate(lower(translate(cast((select top 1 "data_api_json2".value collate Latin1_General_100_BIN2 from openjson(case when isjson("extra") = 1 then concat(N'[', cast("extra" as nvarchar(max)), N']') end) as "data_api_json0" cross apply openjson(case when "data_api_json0".type = 5 then "data_api_json0".value end) as "data_api_json1" cross apply openjson(case when "data_api_json1".type = 5 then "data_api_json1".value end) as "data_api_json2" where ("data_api_json1".[key] = @2 and datalength(cast("data_api_json1".[key] as nvarchar(max))) = datalength(cast(@2 as nvarchar(max)))) and ("data_api_json2".[key] = @3 and datalength(cast("data_api_json2".[key] as nvarchar(max))) = datalength(cast(@3 as nvarchar(max)))) and "data_api_json2".type = 1) as nvarchar(max)) collate Latin1_General_100_BIN2, N'İ', N'﷐')), N'﷐µſͅςϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈẛι', N'İμsισβθφπκρεвдосттъѣꙋṡι') is not null));
--   reads; 2=extra 0=extra 1=extra
-- author{name=?}
select count(*) from "post" where exists (select 1 from "crm"."person" as "related0" where "related0"."id" = "post"."authorid" and ("related0"."name" = @1 and datalength(cast("related0"."name" as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))));
--   reads; 0=name
-- author{since>?}
select count(*) from "post" where exists (select 1 from "crm"."person" as "related0" where "related0"."id" = "post"."authorid" and "related0"."since" > cast(@1 as date));
--   reads; 0=since
-- !author{}
select count(*) from "post" where not exists (select 1 from "crm"."person" as "related0" where "related0"."id" = "post"."authorid");
--   reads
-- tags{word=?}
select count(*) from "post" where exists (select 1 from "post_tagids" as "related0_link" inner join "tag" as "related0" on "related0"."id" = "related0_link"."targetid" where "related0_link"."sourceid" = "post"."id" and ("related0"."word" = @1 and datalength(cast("related0"."word" as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))));
--   reads; 0=word
-- tags#>{}
select count(*) from "post" where (select count(*) from "post_tagids" as "related0_link" inner join "tag" as "related0" on "related0"."id" = "related0_link"."targetid" where "related0_link"."sourceid" = "post"."id") > @1;
--   reads; 0=rows
-- -(title=?)
select count(*) from "post" where case when ("title" = @1 and datalength(cast("title" as nvarchar(max))) = datalength(cast(@1 as nvarchar(max)))) then 1 else 0 end = 0;
--   reads; 0=title
-- posts{title~?}
select count(*) from "crm"."person" where exists (select 1 from "post" as "related0" where "related0"."authorid" = "crm"."person"."id" and (charindex(@1, "related0"."title") > 0 or (datalength(@1) = 0 and "related0"."title" is not null)));
--   reads; 0=title
-- posts{author{since>?}}
select count(*) from "crm"."person" where exists (select 1 from "post" as "related0" where "related0"."authorid" = "crm"."person"."id" and exists (select 1 from "crm"."person" as "related1" where "related1"."id" = "related0"."authorid" and "related1"."since" > cast(@1 as date)));
--   reads; 0=since
-- posts#={title=?}
select count(*) from "crm"."person" where (select count(*) from "post" as "related0" where "related0"."authorid" = "crm"."person"."id" and ("related0"."title" = @1 and datalength(cast("related0"."title" as nvarchar(max))) = datalength(cast(@1 as nvarchar(max))))) = @2;
--   reads; 0=title 1=rows
