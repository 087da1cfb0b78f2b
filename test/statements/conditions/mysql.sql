-- !title~?
select count(*) from `post` where not (locate(?, `title`) > 0);
--   reads; 0=title
-- title^=?
select count(*) from `post` where left(convert(`title` using utf8mb4) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, char_length(?)) = ?;
--   reads; 0=title 0=title
-- title$=?
select count(*) from `post` where right(convert(`title` using utf8mb4) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, char_length(?)) = ?;
--   reads; 0=title 0=title
-- !title>?
select count(*) from `post` where not (`title` > ?);
--   reads; 0=title
-- *title=?
select count(*) from `post` where replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(replace(convert(`title` using utf8mb4) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, 'İ', '﷐') /*M! collate utf8mb4_unicode_520_nopad_ci */ /*M!101001 collate utf8mb4_uca1400_as_cs */ /*!80017 collate utf8mb4_0900_as_cs */) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, '﷐', 'İ'), 'µ', 'μ'), 'ſ', 's'), 'ͅ', 'ι'), 'ς', 'σ'), 'ϐ', 'β'), 'ϑ', 'θ'), 'ϕ', 'φ'), 'ϖ', 'π'), 'ϰ', 'κ'), 'ϱ', 'ρ'), 'ϵ', 'ε'), 'ᲀ', 'в'), 'ᲁ', 'д'), 'ᲂ', 'о'), 'ᲃ', 'с'), 'ᲄ', 'т'), 'ᲅ', 'т'), 'ᲆ', 'ъ'), 'ᲇ', 'ѣ'), 'ᲈ', 'ꙋ'), 'ẛ', 'ṡ'), 'ι', 'ι') = ?;
--   reads; 0=title
-- !wordshas?
select count(*) from `post` where (`words` is not null and not exists (select 1 from json_table(case when json_valid(`words`) then `words` end, '$[*]' columns (`data_api_item` longtext character set utf8mb4 path '$')) as `data_api_items` where `data_api_item` collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ = ?));
--   reads; 0=words
-- views[0]
select count(*) from `post` where (1 = 0);
--   reads
-- views[3]
select count(*) from `post` where (`views` in (cast(? as signed), cast(? as signed), cast(? as signed)));
--   reads; 0=views 1=views 2=views
-- !views[1,null]
select count(*) from `post` where not (`views` in (cast(? as signed)) or `views` is null);
--   reads; 0=views
-- *title[2]
select count(*) from `post` where (replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(replace(convert(`title` using utf8mb4) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, 'İ', '﷐') /*M! collate utf8mb4_unicode_520_nopad_ci */ /*M!101001 collate utf8mb4_uca1400_as_cs */ /*!80017 collate utf8mb4_0900_as_cs */) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, '﷐', 'İ'), 'µ', 'μ'), 'ſ', 's'), 'ͅ', 'ι'), 'ς', 'σ'), 'ϐ', 'β'), 'ϑ', 'θ'), 'ϕ', 'φ'), 'ϖ', 'π'), 'ϰ', 'κ'), 'ϱ', 'ρ'), 'ϵ', 'ε'), 'ᲀ', 'в'), 'ᲁ', 'д'), 'ᲂ', 'о'), 'ᲃ', 'с'), 'ᲄ', 'т'), 'ᲅ', 'т'), 'ᲆ', 'ъ'), 'ᲇ', 'ѣ'), 'ᲈ', 'ꙋ'), 'ẛ', 'ṡ'), 'ι', 'ι') in (?, ?));
--   reads; 0=title 1=title
-- title[10]
select count(*) from `post` where (`title` in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?));
--   reads; 0=title 1=title 2=title 3=title 4=title 5=title 6=title 7=title 8=title 9=title
-- !title[10,null]
select count(*) from `post` where not (`title` in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) or `title` is null);
--   reads; 0=title 1=title 2=title 3=title 4=title 5=title 6=title 7=title 8=title 9=title
-- words=?
select count(*) from `post` where (/*M! json_compact( */ `words` /*M! ) */ = /*!80000 cast( */ ? /*!80000 as json) */);
--   reads; 0=words
-- extra.2=null
select count(*) from `post` where nullif(json_type(json_extract(case when json_valid(`extra`) then `extra` end, ?)), 'NULL') is null;
--   reads; 0=extra
-- extra.2=text
select count(*) from `post` where (case when json_type(json_extract(case when json_valid(`extra`) then `extra` end, ?)) in ('STRING') then json_unquote(json_extract(case when json_valid(`extra`) then `extra` end, ?)) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ end) = ?;
--   reads; 0=extra 0=extra 1=extra
-- extra.2<>number
select count(*) from `post` where (nullif(json_type(json_extract(case when json_valid(`extra`) then `extra` end, ?)), 'NULL') is not null and ((case when json_type(json_extract(case when json_valid(`extra`) then `extra` end, ?)) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_extract(case when json_valid(`extra`) then `extra` end, ?) + 0e0 end) is null or not ((case when json_type(json_extract(case when json_valid(`extra`) then `extra` end, ?)) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_extract(case when json_valid(`extra`) then `extra` end, ?) + 0e0 end) = (? + 0e0))));
--   reads; 0=extra 0=extra 0=extra 0=extra 0=extra 1=extra
-- *extra.2~text
select count(*) from `post` where locate(?, replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(replace(convert((case when json_type(json_extract(case when json_valid(`extra`) then `extra` end, ?)) in ('STRING') then json_unquote(json_extract(case when json_valid(`extra`) then `extra` end, ?)) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ end) using utf8mb4) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, 'İ', '﷐') /*M! collate utf8mb4_unicode_520_nopad_ci */ /*M!101001 collate utf8mb4_uca1400_as_cs */ /*!80017 collate utf8mb4_0900_as_cs */) collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, '﷐', 'İ'), 'µ', 'μ'), 'ſ', 's'), 'ͅ', 'ι'), 'ς', 'σ'), 'ϐ', 'β'), 'ϑ', 'θ'), 'ϕ', 'φ'), 'ϖ', 'π'), 'ϰ', 'κ'), 'ϱ', 'ρ'), 'ϵ', 'ε'), 'ᲀ', 'в'), 'ᲁ', 'д'), 'ᲂ', 'о'), 'ᲃ', 'с'), 'ᲄ', 'т'), 'ᲅ', 'т'), 'ᲆ', 'ъ'), 'ᲇ', 'ѣ'), 'ᲈ', 'ꙋ'), 'ẛ', 'ṡ'), 'ι', 'ι')) > 0;
--   reads; 1=extra 0=extra 0=extra
-- author{name=?}
select count(*) from `post` where exists (select 1 from `crm`.`person` as `related0` where `related0`.`id` = `post`.`authorid` and `related0`.`name` = ?);
--   reads; 0=name
-- author{since>?}
select count(*) from `post` where exists (select 1 from `crm`.`person` as `related0` where `related0`.`id` = `post`.`authorid` and `related0`.`since` > cast(? as date));
--   reads; 0=since
-- !author{}
select count(*) from `post` where not exists (select 1 from `crm`.`person` as `related0` where `related0`.`id` = `post`.`authorid`);
--   reads
-- tags{word=?}
select count(*) from `post` where exists (select 1 from `post_tagids` as `related0_link` inner join `tag` as `related0` on `related0`.`id` = `related0_link`.`targetid` where `related0_link`.`sourceid` = `post`.`id` and `related0`.`word` = ?);
--   reads; 0=word
-- tags#>{}
select count(*) from `post` where (select count(*) from `post_tagids` as `related0_link` inner join `tag` as `related0` on `related0`.`id` = `related0_link`.`targetid` where `related0_link`.`sourceid` = `post`.`id`) > ?;
--   reads; 0=rows
-- -(title=?)
select count(*) from `post` where case when `title` = ? then 1 else 0 end = 0;
--   reads; 0=title
-- posts{title~?}
select count(*) from `crm`.`person` where exists (select 1 from `post` as `related0` where `related0`.`authorid` = `crm`.`person`.`id` and locate(?, `related0`.`title`) > 0);
--   reads; 0=title
-- posts{author{since>?}}
select count(*) from `crm`.`person` where exists (select 1 from `post` as `related0` where `related0`.`authorid` = `crm`.`person`.`id` and exists (select 1 from `crm`.`person` as `related1` where `related1`.`id` = `related0`.`authorid` and `related1`.`since` > cast(? as date)));
--   reads; 0=since
-- posts#={title=?}
select count(*) from `crm`.`person` where (select count(*) from `post` as `related0` where `related0`.`authorid` = `crm`.`person`.`id` and `related0`.`title` = ?) = ?;
--   reads; 0=title 1=rows
