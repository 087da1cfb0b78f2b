-- ## short lists: the page, and one record
select `own`.`title`, `own`.`id`, `r0`.`name`, `r0`.`id` from (select `id` as `k0`, `post`.`id` as `s0` from `post` where `title` is not null order by `post`.`id` limit ? offset ?) as `page` left join `post` as `own` on `own`.`id` = `page`.`k0` left join `person` as `r0` on `r0`.`id` = `own`.`author` order by `page`.`s0`;
--   reads; 0=rows 1=rows
select `page`.`c0`, `page`.`c1`, `r0`.`name`, `r0`.`id` from (select `title` as `c0`, `id` as `c1`, `author` as `k0` from `post` where `title` is not null) as `page` left join `person` as `r0` on `r0`.`id` = `page`.`k0`;
--   reads
-- ## long lists: the page
select `own`.`title`, `own`.`id`, `r0`.`name`, `r0`.`id` from (select `id` as `k0`, `post`.`id` as `s0` from `post` where `title` is not null order by `post`.`id` limit ? offset ?) as `page` left join `post` as `own` on `own`.`id` = `page`.`k0` left join `person` as `r0` on `r0`.`id` = `own`.`author` order by `page`.`s0`;
--   reads; 0=rows 1=rows
-- ## the list of 1 record, and of 4
select `page`.`p0`, `page`.`c0`, `page`.`c1`, `page`.`c2`, `page`.`c3`, `r0`.`name`, `r0`.`id` from (select `owner`.`id` as `p0`, `item`.`id` as `c0`, `item`.`text` as `c1`, `item`.`rating` as `c2`, `item`.`at` as `c3`, `item`.`author` as `k0`, `item`.`at` as `s0`, `item`.`id` as `s1`, row_number() over (partition by `owner`.`id` order by `item`.`at` desc, `item`.`id` desc) as `n` from `post` as `owner` cross join `remark` as `item` where `item`.`post` = `owner`.`id` and `item`.`rating` > ? and `owner`.`id` in (cast(? as signed))) as `page` left join `person` as `r0` on `r0`.`id` = `page`.`k0` where `page`.`n` > ? and `page`.`n` <= ? + ? order by `page`.`s0` desc, `page`.`s1` desc;
--   reads; 3=rating 0=id 2=rows 2=rows 1=rows
select `page`.`p0`, `page`.`c0`, `page`.`c1`, `page`.`c2`, `page`.`c3`, `r0`.`name`, `r0`.`id` from (select `owner`.`id` as `p0`, `item`.`id` as `c0`, `item`.`text` as `c1`, `item`.`rating` as `c2`, `item`.`at` as `c3`, `item`.`author` as `k0`, `item`.`at` as `s0`, `item`.`id` as `s1`, row_number() over (partition by `owner`.`id` order by `item`.`at` desc, `item`.`id` desc) as `n` from `post` as `owner` cross join `remark` as `item` where `item`.`post` = `owner`.`id` and `item`.`rating` > ? and `owner`.`id` in (cast(? as signed), cast(? as signed), cast(? as signed), cast(? as signed))) as `page` left join `person` as `r0` on `r0`.`id` = `page`.`k0` where `page`.`n` > ? and `page`.`n` <= ? + ? order by `page`.`s0` desc, `page`.`s1` desc;
--   reads; 6=rating 0=id 1=id 2=id 3=id 5=rows 5=rows 4=rows
