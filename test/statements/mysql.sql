-- ## note
-- page by id
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by id, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by title
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`the "title"`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by title, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`the "title"` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by title
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`the "title"`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by title, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`the "title"` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by body
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`body`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by body, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`body` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by body
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`body`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by body, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`body` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by markup
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`markup`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by markup, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`markup` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by markup
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`markup`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by markup, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`markup` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by views
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`views`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by views, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`views` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by views
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`views`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by views, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`views` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by big
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`big`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by big, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`big` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by big
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`big`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by big, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`big` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by ratio
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`ratio`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by ratio, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`ratio` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by ratio
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`ratio`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by ratio, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`ratio` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by price
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`price`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by price, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`price` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by price
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`price`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by price, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`price` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by done
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`done`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by done, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`done` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by done
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`done`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by done, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`done` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by day
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`day`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by day, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`day` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by day
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`day`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by day, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`day` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by at
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`at`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by at, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`at` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by at
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`at`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by at, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`at` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by code
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`code`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by code, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`code` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by code
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`code`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by code, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`code` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by hash
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`hash`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by hash, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`hash` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by hash
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`hash`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by hash, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`hash` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by photo
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`photo`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by photo, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`photo` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by photo
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`photo`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by photo, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`photo` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by author
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`author`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by author, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`author` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by author
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`author`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by author, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`author` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by createdat
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`createdat`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by createdat, descending
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` order by `notes`.`createdat` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by createdat
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes`) from `notes` order by `notes`.`createdat`, `notes`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by createdat, descending
select `id` as `c0`, `the "title"` as `c1`, `body` as `c2`, `markup` as `c3`, `views` as `c4`, `big` as `c5`, `ratio` as `c6`, `price` as `c7`, `done` as `c8`, `day` as `c9`, `at` as `c10`, `code` as `c11`, cast(`data` as char) as `c12`, `hash` as `c13`, `photo` as `c14`, `author` as `c15`, `createdat` as `c16`, 1, (select count(*) as `n` from `notes` where `id` = cast(? as signed)) from `notes` where `id` = cast(? as signed) order by `notes`.`createdat` desc, `notes`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- count
select count(*) from `notes`;
--   reads
-- count of title="x"
select count(*) from `notes` where `the "title"` = ?;
--   reads; 0=title
-- count of title<>"x"
select count(*) from `notes` where `the "title"` <> ?;
--   reads; 0=title
-- count of title>="x"
select count(*) from `notes` where `the "title"` >= ?;
--   reads; 0=title
-- count of body~"x"
select count(*) from `notes` where locate(?, `body`) > 0;
--   reads; 0=body
-- count of views=1|views=null&(price>=1.5|price<>2)
select count(*) from `notes` where (`views` = cast(? as signed) or (`views` is null and (`price` >= cast(? as decimal(12,2)) or `price` <> cast(? as decimal(12,2)))));
--   reads; 0=views 1=price 2=price
-- count of big>5&ratio<0.5
select count(*) from `notes` where (`big` > cast(? as signed) and `ratio` < ?);
--   reads; 0=big 1=ratio
-- count of done=true|done<>null
select count(*) from `notes` where (`done` = ? or `done` is not null);
--   reads; 0=done
-- count of day<=2024-02-29&at>2024-02-29T12:00:00Z
select count(*) from `notes` where (`day` <= cast(? as date) and `at` > cast(? as datetime(6)));
--   reads; 0=day 1=at
-- count of code=123e4567-e89b-42d3-a456-426614174000
select count(*) from `notes` where `code` = ?;
--   reads; 0=code
-- count of code<123e4567-e89b-42d3-a456-426614174000
select count(*) from `notes` where `code` < ?;
--   reads; 0=code
-- count of data=null
select count(*) from `notes` where `data` is null;
--   reads
-- count of hash=AP8=&photo<>AP8=
select count(*) from `notes` where (`hash` = cast(? as binary) and `photo` <> cast(? as binary));
--   reads; 0=hash 1=photo
-- count of hash<AP8=&photo>=AP8=
select count(*) from `notes` where (`hash` < cast(? as binary) and `photo` >= cast(? as binary));
--   reads; 0=hash 1=photo
-- more than ten
select 1 from `notes` where `id` = cast(? as signed) limit ? offset ?;
--   reads; 2=id 0=rows 1=rows
-- find
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` where `id` = cast(? as signed);
--   reads; 0=id
-- lock
select `id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, cast(`data` as char), `hash`, `photo`, `author`, `createdat` from `notes` where `id` = cast(? as signed) for update;
--   writes; 0=id
-- insert, giving the id
insert into `notes` (`the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, `data`, `hash`, `photo`, `hidden`, `author`) values (?, ?, ?, cast(? as signed), cast(? as signed), ?, cast(? as decimal(12,2)), ?, cast(? as date), cast(? as datetime(6)), ?, ?, cast(? as binary), cast(? as binary), ?, cast(? as signed));
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- insert of nothing, giving the id
insert into `notes` () values ();
--   writes
-- update, giving the id
update `notes` set `the "title"` = ?, `body` = ?, `markup` = ?, `views` = cast(? as signed), `big` = cast(? as signed), `ratio` = ?, `price` = cast(? as decimal(12,2)), `done` = ?, `day` = cast(? as date), `at` = cast(? as datetime(6)), `code` = ?, `data` = coalesce(?, case when trim(cast(`data` as char)) = 'null' then `data` end), `hash` = cast(? as binary), `photo` = cast(? as binary), `hidden` = ?, `author` = cast(? as signed) where `id` = cast(? as signed);
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- delete, giving the id
delete from `notes` where `id` = cast(? as signed);
--   writes; 0=id
-- insert, giving the record
insert into `notes` (`the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, `data`, `hash`, `photo`, `hidden`, `author`) values (?, ?, ?, cast(? as signed), cast(? as signed), ?, cast(? as decimal(12,2)), ?, cast(? as date), cast(? as datetime(6)), ?, ?, cast(? as binary), cast(? as binary), ?, cast(? as signed));
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author
-- insert of nothing, giving the record
insert into `notes` () values ();
--   writes
-- update, giving the record
update `notes` set `the "title"` = ?, `body` = ?, `markup` = ?, `views` = cast(? as signed), `big` = cast(? as signed), `ratio` = ?, `price` = cast(? as decimal(12,2)), `done` = ?, `day` = cast(? as date), `at` = cast(? as datetime(6)), `code` = ?, `data` = coalesce(?, case when trim(cast(`data` as char)) = 'null' then `data` end), `hash` = cast(? as binary), `photo` = cast(? as binary), `hidden` = ?, `author` = cast(? as signed) where `id` = cast(? as signed);
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=id
-- delete, giving the record
delete from `notes` where `id` = cast(? as signed);
--   writes; 0=id
-- insert of several, giving the ids in order
insert into `notes` (`the "title"`, `body`) values (?, ?), (?, ?);
--   writes; 0=title 1=body 2=title 3=body
-- update, giving the number
update `notes` set `the "title"` = ?, `body` = ? where `id` = cast(? as signed);
--   writes; 0=title 1=body 2=id
-- delete, giving the number
delete from `notes` where `id` = cast(? as signed);
--   writes; 0=id
-- update, giving all ids
update `notes` set `the "title"` = ?, `body` = ? where `id` = cast(? as signed);
--   writes; 0=title 1=body 2=id
-- delete, giving all ids
delete from `notes` where `id` = cast(? as signed);
--   writes; 0=id
-- update of several
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error, `given 2` longtext character set utf8mb4 path '$."2"' error on error, `given 3` longtext character set utf8mb4 path '$."3"' error on error)) as `given values` straight_join `notes` force index (primary) set `the "title"` = `given 0`, `body` = `given 1` where `id` = cast(`given 2` as signed) and `the "title"` = json_unquote(json_quote(`given 3`)) and (`id` = cast(? as signed));
--   writes; 1=rows 0=id
-- copy
insert into `notes` (`id`, `the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, `data`, `hash`, `photo`, `hidden`, `author`) values (cast(? as signed), ?, ?, ?, cast(? as signed), cast(? as signed), ?, cast(? as decimal(12,2)), ?, cast(? as date), cast(? as datetime(6)), ?, ?, cast(? as binary), cast(? as binary), ?, cast(? as signed)), (cast(? as signed), ?, ?, ?, cast(? as signed), cast(? as signed), ?, cast(? as decimal(12,2)), ?, cast(? as date), cast(? as datetime(6)), ?, ?, cast(? as binary), cast(? as binary), ?, cast(? as signed));
--   writes; 0=id 1=title 2=body 3=markup 4=views 5=big 6=ratio 7=price 8=done 9=day 10=at 11=code 12=data 13=hash 14=photo 15=hidden 16=author 17=id 18=title 19=body 20=markup 21=views 22=big 23=ratio 24=price 25=done 26=day 27=at 28=code 29=data 30=hash 31=photo 32=hidden 33=author
-- insert of two, giving their keys in order
insert into `notes` (`the "title"`, `body`, `markup`, `views`, `big`, `ratio`, `price`, `done`, `day`, `at`, `code`, `data`, `hash`, `photo`, `hidden`, `author`) values (?, ?, ?, cast(? as signed), cast(? as signed), ?, cast(? as decimal(12,2)), ?, cast(? as date), cast(? as datetime(6)), ?, ?, cast(? as binary), cast(? as binary), ?, cast(? as signed)), (?, ?, ?, cast(? as signed), cast(? as signed), ?, cast(? as decimal(12,2)), ?, cast(? as date), cast(? as datetime(6)), ?, ?, cast(? as binary), cast(? as binary), ?, cast(? as signed));
--   writes; 0=title 1=body 2=markup 3=views 4=big 5=ratio 6=price 7=done 8=day 9=at 10=code 11=data 12=hash 13=photo 14=hidden 15=author 16=title 17=body 18=markup 19=views 20=big 21=ratio 22=price 23=done 24=day 25=at 26=code 27=data 28=hash 29=photo 30=hidden 31=author
-- update of two, each with its own
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error, `given 2` longtext character set utf8mb4 path '$."2"' error on error, `given 3` longtext character set utf8mb4 path '$."3"' error on error, `given 4` longtext character set utf8mb4 path '$."4"' error on error, `given 5` longtext character set utf8mb4 path '$."5"' error on error, `given 6` longtext character set utf8mb4 path '$."6"' error on error, `given 7` longtext character set utf8mb4 path '$."7"' error on error, `given 8` longtext character set utf8mb4 path '$."8"' error on error, `given 9` longtext character set utf8mb4 path '$."9"' error on error, `given 10` longtext character set utf8mb4 path '$."10"' error on error, `given 11` longtext character set utf8mb4 path '$."11"' error on error, `given 12` longtext character set utf8mb4 path '$."12"' error on error, `given 13` longtext character set utf8mb4 path '$."13"' error on error, `given 14` longtext character set utf8mb4 path '$."14"' error on error, `given 15` longtext character set utf8mb4 path '$."15"' error on error, `given 16` longtext character set utf8mb4 path '$."16"' error on error)) as `given values` straight_join `notes` force index (primary) set `the "title"` = `given 0`, `body` = `given 1`, `markup` = `given 2`, `views` = cast(`given 3` as signed), `big` = cast(`given 4` as signed), `ratio` = `given 5`, `price` = cast(`given 6` as decimal(12,2)), `done` = `given 7`, `day` = cast(`given 8` as date), `at` = cast(`given 9` as datetime(6)), `code` = `given 10`, `data` = coalesce(`given 11`, case when trim(cast(`data` as char)) = 'null' then `data` end), `hash` = cast(unhex(`given 12`) as binary), `photo` = cast(unhex(`given 13`) as binary), `hidden` = `given 14`, `author` = cast(`given 15` as signed) where `id` = cast(`given 16` as signed);
--   writes; 0=rows
-- update in cases
update `notes` set `the "title"` = case when `id` = cast(? as signed) then ? when `id` = cast(? as signed) then ? else `the "title"` end, `body` = case when `id` = cast(? as signed) then ? when `id` = cast(? as signed) then ? else `body` end where (`id` = cast(? as signed) or `id` = cast(? as signed));
--   writes; 0=id 1=title 3=id 4=title 0=id 2=body 3=id 5=body 6=id 7=id
-- ## author
-- page by id
select `id`, `boss` from `author` order by `author`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by id, descending
select `id`, `boss` from `author` order by `author`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id
select `id` as `c0`, `boss` as `c1`, 1, (select count(*) as `n` from `author`) from `author` order by `author`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id, descending
select `id` as `c0`, `boss` as `c1`, 1, (select count(*) as `n` from `author` where `id` = cast(? as signed)) from `author` where `id` = cast(? as signed) order by `author`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- count
select count(*) from `author`;
--   reads
-- more than ten
select 1 from `author` where `id` = cast(? as signed) limit ? offset ?;
--   reads; 2=id 0=rows 1=rows
-- find
select `id`, `boss` from `author` where `id` = cast(? as signed);
--   reads; 0=id
-- lock
select `id`, `boss` from `author` where `id` = cast(? as signed) for update;
--   writes; 0=id
-- insert, giving the id
insert into `author` (`boss`) values (cast(? as signed));
--   writes; 0=boss
-- insert of nothing, giving the id
insert into `author` () values ();
--   writes
-- update, giving the id
update `author` set `boss` = cast(? as signed) where `id` = cast(? as signed);
--   writes; 0=boss 1=id
-- delete, giving the id
delete from `author` where `id` = cast(? as signed);
--   writes; 0=id
-- insert, giving the record
insert into `author` (`boss`) values (cast(? as signed));
--   writes; 0=boss
-- insert of nothing, giving the record
insert into `author` () values ();
--   writes
-- update, giving the record
update `author` set `boss` = cast(? as signed) where `id` = cast(? as signed);
--   writes; 0=boss 1=id
-- delete, giving the record
delete from `author` where `id` = cast(? as signed);
--   writes; 0=id
-- insert of several, giving the ids in order
insert into `author` (`boss`) values (cast(? as signed)), (cast(? as signed));
--   writes; 0=boss 1=boss
-- update, giving the number
update `author` set `boss` = cast(? as signed) where `id` = cast(? as signed);
--   writes; 0=boss 1=id
-- delete, giving the number
delete from `author` where `id` = cast(? as signed);
--   writes; 0=id
-- update, giving all ids
update `author` set `boss` = cast(? as signed) where `id` = cast(? as signed);
--   writes; 0=boss 1=id
-- delete, giving all ids
delete from `author` where `id` = cast(? as signed);
--   writes; 0=id
-- update of several
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error, `given 2` longtext character set utf8mb4 path '$."2"' error on error)) as `given values` straight_join `author` force index (primary) set `boss` = cast(`given 0` as signed) where `id` = cast(`given 1` as signed) and `boss` = cast(`given 2` as signed) and (`id` = cast(? as signed));
--   writes; 1=rows 0=id
-- copy
insert into `author` (`id`, `boss`) values (cast(? as signed), cast(? as signed)), (cast(? as signed), cast(? as signed));
--   writes; 0=id 1=boss 2=id 3=boss
-- insert of two, giving their keys in order
insert into `author` (`boss`) values (cast(? as signed)), (cast(? as signed));
--   writes; 0=boss 1=boss
-- update of two, each with its own
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error)) as `given values` straight_join `author` force index (primary) set `boss` = cast(`given 0` as signed) where `id` = cast(`given 1` as signed);
--   writes; 0=rows
-- update in cases
update `author` set `boss` = case when `id` = cast(? as signed) then cast(? as signed) when `id` = cast(? as signed) then cast(? as signed) else `boss` end where (`id` = cast(? as signed) or `id` = cast(? as signed));
--   writes; 0=id 1=boss 2=id 3=boss 4=id 5=id
-- ## event
-- page by id
select `id`, `begins`, `opens`, `lasts`, `made` from `event` order by `event`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by id, descending
select `id`, `begins`, `opens`, `lasts`, `made` from `event` order by `event`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id
select `id` as `c0`, `begins` as `c1`, `opens` as `c2`, `lasts` as `c3`, `made` as `c4`, 1, (select count(*) as `n` from `event`) from `event` order by `event`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id, descending
select `id` as `c0`, `begins` as `c1`, `opens` as `c2`, `lasts` as `c3`, `made` as `c4`, 1, (select count(*) as `n` from `event` where `id` = cast(? as signed)) from `event` where `id` = cast(? as signed) order by `event`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- count
select count(*) from `event`;
--   reads
-- more than ten
select 1 from `event` where `id` = cast(? as signed) limit ? offset ?;
--   reads; 2=id 0=rows 1=rows
-- find
select `id`, `begins`, `opens`, `lasts`, `made` from `event` where `id` = cast(? as signed);
--   reads; 0=id
-- lock
select `id`, `begins`, `opens`, `lasts`, `made` from `event` where `id` = cast(? as signed) for update;
--   writes; 0=id
-- insert, giving the id
insert into `event` (`begins`, `opens`, `lasts`, `made`) values (cast(? as datetime(6)), cast(? as time(6)), ?, cast(? as signed));
--   writes; 0=begins 1=opens 2=lasts 3=made
-- insert of nothing, giving the id
insert into `event` () values ();
--   writes
-- update, giving the id
update `event` set `begins` = cast(? as datetime(6)), `opens` = cast(? as time(6)), `lasts` = ?, `made` = cast(? as signed) where `id` = cast(? as signed);
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- delete, giving the id
delete from `event` where `id` = cast(? as signed);
--   writes; 0=id
-- insert, giving the record
insert into `event` (`begins`, `opens`, `lasts`, `made`) values (cast(? as datetime(6)), cast(? as time(6)), ?, cast(? as signed));
--   writes; 0=begins 1=opens 2=lasts 3=made
-- insert of nothing, giving the record
insert into `event` () values ();
--   writes
-- update, giving the record
update `event` set `begins` = cast(? as datetime(6)), `opens` = cast(? as time(6)), `lasts` = ?, `made` = cast(? as signed) where `id` = cast(? as signed);
--   writes; 0=begins 1=opens 2=lasts 3=made 4=id
-- delete, giving the record
delete from `event` where `id` = cast(? as signed);
--   writes; 0=id
-- insert of several, giving the ids in order
insert into `event` (`begins`, `opens`) values (cast(? as datetime(6)), cast(? as time(6))), (cast(? as datetime(6)), cast(? as time(6)));
--   writes; 0=begins 1=opens 2=begins 3=opens
-- update, giving the number
update `event` set `begins` = cast(? as datetime(6)), `opens` = cast(? as time(6)) where `id` = cast(? as signed);
--   writes; 0=begins 1=opens 2=id
-- delete, giving the number
delete from `event` where `id` = cast(? as signed);
--   writes; 0=id
-- update, giving all ids
update `event` set `begins` = cast(? as datetime(6)), `opens` = cast(? as time(6)) where `id` = cast(? as signed);
--   writes; 0=begins 1=opens 2=id
-- delete, giving all ids
delete from `event` where `id` = cast(? as signed);
--   writes; 0=id
-- update of several
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error, `given 2` longtext character set utf8mb4 path '$."2"' error on error, `given 3` longtext character set utf8mb4 path '$."3"' error on error)) as `given values` straight_join `event` force index (primary) set `begins` = cast(`given 0` as datetime(6)), `opens` = cast(`given 1` as time(6)) where `id` = cast(`given 2` as signed) and `begins` = cast(`given 3` as datetime(6)) and (`id` = cast(? as signed));
--   writes; 1=rows 0=id
-- copy
insert into `event` (`id`, `begins`, `opens`, `lasts`, `made`) values (cast(? as signed), cast(? as datetime(6)), cast(? as time(6)), ?, cast(? as signed)), (cast(? as signed), cast(? as datetime(6)), cast(? as time(6)), ?, cast(? as signed));
--   writes; 0=id 1=begins 2=opens 3=lasts 4=made 5=id 6=begins 7=opens 8=lasts 9=made
-- insert of two, giving their keys in order
insert into `event` (`begins`, `opens`, `lasts`, `made`) values (cast(? as datetime(6)), cast(? as time(6)), ?, cast(? as signed)), (cast(? as datetime(6)), cast(? as time(6)), ?, cast(? as signed));
--   writes; 0=begins 1=opens 2=lasts 3=made 4=begins 5=opens 6=lasts 7=made
-- update of two, each with its own
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error, `given 2` longtext character set utf8mb4 path '$."2"' error on error, `given 3` longtext character set utf8mb4 path '$."3"' error on error, `given 4` longtext character set utf8mb4 path '$."4"' error on error)) as `given values` straight_join `event` force index (primary) set `begins` = cast(`given 0` as datetime(6)), `opens` = cast(`given 1` as time(6)), `lasts` = `given 2`, `made` = cast(`given 3` as signed) where `id` = cast(`given 4` as signed);
--   writes; 0=rows
-- update in cases
update `event` set `begins` = case when `id` = cast(? as signed) then cast(? as datetime(6)) when `id` = cast(? as signed) then cast(? as datetime(6)) else `begins` end, `opens` = case when `id` = cast(? as signed) then cast(? as time(6)) when `id` = cast(? as signed) then cast(? as time(6)) else `opens` end where (`id` = cast(? as signed) or `id` = cast(? as signed));
--   writes; 0=id 1=begins 3=id 4=begins 0=id 2=opens 3=id 5=opens 6=id 7=id
-- ## task
-- page by id
select `id`, `state`, cast(`tags` as char), cast(`sizes` as char) from `task` order by `task`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by id, descending
select `id`, `state`, cast(`tags` as char), cast(`sizes` as char) from `task` order by `task`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id
select `id` as `c0`, `state` as `c1`, cast(`tags` as char) as `c2`, cast(`sizes` as char) as `c3`, 1, (select count(*) as `n` from `task`) from `task` order by `task`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id, descending
select `id` as `c0`, `state` as `c1`, cast(`tags` as char) as `c2`, cast(`sizes` as char) as `c3`, 1, (select count(*) as `n` from `task` where `id` = cast(? as signed)) from `task` where `id` = cast(? as signed) order by `task`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- page by state
select `id`, `state`, cast(`tags` as char), cast(`sizes` as char) from `task` order by case convert(`task`.`state` using utf8mb4) collate utf8mb4_bin when 'draft' then 0 when 'it''s \\' then 1 when 'public' then 2 else case when convert(`task`.`state` using utf8mb4) collate utf8mb4_bin is not null then -1 end end, `task`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by state, descending
select `id`, `state`, cast(`tags` as char), cast(`sizes` as char) from `task` order by case convert(`task`.`state` using utf8mb4) collate utf8mb4_bin when 'draft' then 0 when 'it''s \\' then 1 when 'public' then 2 else case when convert(`task`.`state` using utf8mb4) collate utf8mb4_bin is not null then -1 end end desc, `task`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by state
select `id` as `c0`, `state` as `c1`, cast(`tags` as char) as `c2`, cast(`sizes` as char) as `c3`, 1, (select count(*) as `n` from `task`) from `task` order by case convert(`task`.`state` using utf8mb4) collate utf8mb4_bin when 'draft' then 0 when 'it''s \\' then 1 when 'public' then 2 else case when convert(`task`.`state` using utf8mb4) collate utf8mb4_bin is not null then -1 end end, `task`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by state, descending
select `id` as `c0`, `state` as `c1`, cast(`tags` as char) as `c2`, cast(`sizes` as char) as `c3`, 1, (select count(*) as `n` from `task` where `id` = cast(? as signed)) from `task` where `id` = cast(? as signed) order by case convert(`task`.`state` using utf8mb4) collate utf8mb4_bin when 'draft' then 0 when 'it''s \\' then 1 when 'public' then 2 else case when convert(`task`.`state` using utf8mb4) collate utf8mb4_bin is not null then -1 end end desc, `task`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- count
select count(*) from `task`;
--   reads
-- count of state=draft
select count(*) from `task` where `state` = ?;
--   reads; 0=state
-- count of state<=draft&state<>public
select count(*) from `task` where (case convert(`state` using utf8mb4) collate utf8mb4_bin when 'draft' then 0 when 'it''s \\' then 1 when 'public' then 2 else case when convert(`state` using utf8mb4) collate utf8mb4_bin is not null then -1 end end <= case convert(? using utf8mb4) collate utf8mb4_bin when 'draft' then 0 when 'it''s \\' then 1 when 'public' then 2 else case when convert(? using utf8mb4) collate utf8mb4_bin is not null then -1 end end and `state` <> ?);
--   reads; 0=state 0=state 1=state
-- count of tags=["a"]&sizes<>[1]
select count(*) from `task` where ((/*M! json_compact( */ `tags` /*M! ) */ = /*!80000 cast( */ ? /*!80000 as json) */) and not (/*M! json_compact( */ `sizes` /*M! ) */ = /*!80000 cast( */ ? /*!80000 as json) */));
--   reads; 0=tags 1=sizes
-- count of tags has a|sizes has 1|sizes=null
select count(*) from `task` where (exists (select 1 from json_table(case when json_valid(`tags`) then `tags` end, '$[*]' columns (`data_api_item` longtext character set utf8mb4 path '$')) as `data_api_items` where `data_api_item` collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ = ?) or exists (select 1 from json_table(case when json_valid(`sizes`) then `sizes` end, '$[*]' columns (`data_api_item` bigint path '$')) as `data_api_items` where `data_api_item` = cast(? as signed)) or `sizes` is null);
--   reads; 0=tags 1=sizes
-- more than ten
select 1 from `task` where `id` = cast(? as signed) limit ? offset ?;
--   reads; 2=id 0=rows 1=rows
-- find
select `id`, `state`, cast(`tags` as char), cast(`sizes` as char) from `task` where `id` = cast(? as signed);
--   reads; 0=id
-- lock
select `id`, `state`, cast(`tags` as char), cast(`sizes` as char) from `task` where `id` = cast(? as signed) for update;
--   writes; 0=id
-- insert, giving the id
insert into `task` (`state`, `tags`, `sizes`) values (?, ?, ?);
--   writes; 0=state 1=tags 2=sizes
-- insert of nothing, giving the id
insert into `task` () values ();
--   writes
-- update, giving the id
update `task` set `state` = ?, `tags` = ?, `sizes` = ? where `id` = cast(? as signed);
--   writes; 0=state 1=tags 2=sizes 3=id
-- delete, giving the id
delete from `task` where `id` = cast(? as signed);
--   writes; 0=id
-- insert, giving the record
insert into `task` (`state`, `tags`, `sizes`) values (?, ?, ?);
--   writes; 0=state 1=tags 2=sizes
-- insert of nothing, giving the record
insert into `task` () values ();
--   writes
-- update, giving the record
update `task` set `state` = ?, `tags` = ?, `sizes` = ? where `id` = cast(? as signed);
--   writes; 0=state 1=tags 2=sizes 3=id
-- delete, giving the record
delete from `task` where `id` = cast(? as signed);
--   writes; 0=id
-- insert of several, giving the ids in order
insert into `task` (`state`, `tags`) values (?, ?), (?, ?);
--   writes; 0=state 1=tags 2=state 3=tags
-- update, giving the number
update `task` set `state` = ?, `tags` = ? where `id` = cast(? as signed);
--   writes; 0=state 1=tags 2=id
-- delete, giving the number
delete from `task` where `id` = cast(? as signed);
--   writes; 0=id
-- update, giving all ids
update `task` set `state` = ?, `tags` = ? where `id` = cast(? as signed);
--   writes; 0=state 1=tags 2=id
-- delete, giving all ids
delete from `task` where `id` = cast(? as signed);
--   writes; 0=id
-- update of several
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error, `given 2` longtext character set utf8mb4 path '$."2"' error on error, `given 3` longtext character set utf8mb4 path '$."3"' error on error)) as `given values` straight_join `task` force index (primary) set `state` = `given 0`, `tags` = `given 1` where `id` = cast(`given 2` as signed) and `state` = json_unquote(json_quote(`given 3`)) and (`id` = cast(? as signed));
--   writes; 1=rows 0=id
-- copy
insert into `task` (`id`, `state`, `tags`, `sizes`) values (cast(? as signed), ?, ?, ?), (cast(? as signed), ?, ?, ?);
--   writes; 0=id 1=state 2=tags 3=sizes 4=id 5=state 6=tags 7=sizes
-- insert of two, giving their keys in order
insert into `task` (`state`, `tags`, `sizes`) values (?, ?, ?), (?, ?, ?);
--   writes; 0=state 1=tags 2=sizes 3=state 4=tags 5=sizes
-- update of two, each with its own
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error, `given 2` longtext character set utf8mb4 path '$."2"' error on error, `given 3` longtext character set utf8mb4 path '$."3"' error on error)) as `given values` straight_join `task` force index (primary) set `state` = `given 0`, `tags` = `given 1`, `sizes` = `given 2` where `id` = cast(`given 3` as signed);
--   writes; 0=rows
-- update in cases
update `task` set `state` = case when `id` = cast(? as signed) then ? when `id` = cast(? as signed) then ? else `state` end, `tags` = case when `id` = cast(? as signed) then ? when `id` = cast(? as signed) then ? else `tags` end where (`id` = cast(? as signed) or `id` = cast(? as signed));
--   writes; 0=id 1=state 3=id 4=state 0=id 2=tags 3=id 5=tags 6=id 7=id
-- ## token
-- page by id
select `id`, `value`, `createdat`, `updatedat` from `token` order by `token`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- page by id, descending
select `id`, `value`, `createdat`, `updatedat` from `token` order by `token`.`id` desc limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id
select `id` as `c0`, `value` as `c1`, `createdat` as `c2`, `updatedat` as `c3`, 1, (select count(*) as `n` from `token`) from `token` order by `token`.`id` limit ? offset ?;
--   reads; 0=rows 1=rows
-- counted page by id, descending
select `id` as `c0`, `value` as `c1`, `createdat` as `c2`, `updatedat` as `c3`, 1, (select count(*) as `n` from `token` where `id` = ?) from `token` where `id` = ? order by `token`.`id` desc limit ? offset ?;
--   reads; 0=id 0=id 1=rows 2=rows
-- count
select count(*) from `token`;
--   reads
-- more than ten
select 1 from `token` where `id` = ? limit ? offset ?;
--   reads; 2=id 0=rows 1=rows
-- find
select `id`, `value`, `createdat`, `updatedat` from `token` where `id` = ?;
--   reads; 0=id
-- lock
select `id`, `value`, `createdat`, `updatedat` from `token` where `id` = ? for update;
--   writes; 0=id
-- insert, giving the id
insert into `token` (`value`) values (?);
--   writes; 0=value
-- insert of nothing, giving the id
insert into `token` () values ();
--   writes
-- update, giving the id
update `token` set `value` = ? where `id` = ?;
--   writes; 0=value 1=id
-- delete, giving the id
delete from `token` where `id` = ?;
--   writes; 0=id
-- insert, giving the record
insert into `token` (`value`) values (?);
--   writes; 0=value
-- insert of nothing, giving the record
insert into `token` () values ();
--   writes
-- update, giving the record
update `token` set `value` = ? where `id` = ?;
--   writes; 0=value 1=id
-- delete, giving the record
delete from `token` where `id` = ?;
--   writes; 0=id
-- insert of several, giving the ids in order
insert into `token` (`value`) values (?), (?);
--   writes; 0=value 1=value
-- update, giving the number
update `token` set `value` = ? where `id` = ?;
--   writes; 0=value 1=id
-- delete, giving the number
delete from `token` where `id` = ?;
--   writes; 0=id
-- update, giving all ids
update `token` set `value` = ? where `id` = ?;
--   writes; 0=value 1=id
-- delete, giving all ids
delete from `token` where `id` = ?;
--   writes; 0=id
-- update of several
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error, `given 2` longtext character set utf8mb4 path '$."2"' error on error)) as `given values` straight_join `token` force index (primary) set `value` = `given 0` where `id` = json_unquote(json_quote(`given 1`)) and `value` = json_unquote(json_quote(`given 2`)) and (`id` = ?);
--   writes; 1=rows 0=id
-- copy
insert into `token` (`id`, `value`) values (?, ?), (?, ?);
--   writes; 0=id 1=value 2=id 3=value
-- insert of two, giving their keys in order
insert into `token` (`value`) values (?), (?);
--   writes; 0=value 1=value
-- update of two, each with its own
update json_table(?, '$[*]' columns (`given 0` longtext character set utf8mb4 path '$."0"' error on error, `given 1` longtext character set utf8mb4 path '$."1"' error on error)) as `given values` straight_join `token` force index (primary) set `value` = `given 0` where `id` = json_unquote(json_quote(`given 1`));
--   writes; 0=rows
-- update in cases
update `token` set `value` = case when `id` = ? then ? when `id` = ? then ? else `value` end where (`id` = ? or `id` = ?);
--   writes; 0=id 1=value 2=id 3=value 4=id 5=id
-- ## The tables
-- add: The table "notes" is missing.
create table `notes` (`id` int auto_increment primary key, `the "title"` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `body` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `markup` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ default (convert(0x697427732061205c2022746578742220f09f9880 using utf8mb4)), `views` int not null default 0, `big` bigint, `ratio` double, `price` decimal(12,2), `done` boolean default 0, `day` date, `at` datetime(3) default '2024-02-29 12:00:00.000', `code` char(36) character set ascii collate ascii_bin, `data` json, `hash` varbinary(16), `photo` longblob default (x'00ff275c'), `hidden` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `author` int, `createdat` datetime(3) not null);
create unique index `ux_notes.the "title"` on `notes` (`the "title"`);
create index `ix_notes.views` on `notes` (`views`);
create unique index `ux_notes.big` on `notes` (`big`);
create index `ix_notes.code` on `notes` (`code`);
create unique index `ux_notes.hash` on `notes` (`hash`);
-- add: The table "author" is missing.
create table `author` (`id` int auto_increment primary key, `boss` int);
-- add: The table "event" is missing.
create table `event` (`id` int auto_increment primary key, `begins` datetime(6) not null, `opens` time(6) default '08:30:00.123456', `lasts` varchar(80) character set ascii collate ascii_bin default '10000000002592000000000 P1M', `made` year);
create index `ix_event.begins` on `event` (`begins`);
-- add: The table "task" is missing.
create table `task` (`id` int auto_increment primary key, `state` enum('draft', 'it''s \\', 'public') character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ default 'draft', `tags` json default ('["it''s"]'), `sizes` json);
create index `ix_task.state` on `task` (`state`);
-- add: The table "token" is missing.
create table `token` (`id` char(36) character set ascii collate ascii_bin primary key not null, `value` varchar(40) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `createdat` datetime(3) not null, `updatedat` datetime(3) not null);
-- add: The table "data_api_idempotency" is missing.
create table `data_api_idempotency` (`keyhash` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ primary key not null, `fingerprint` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `token` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `expiresat` datetime(3) not null, `answer` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);
create index `ix_data_api_idempotency.expiresat` on `data_api_idempotency` (`expiresat`);
-- add: The foreign key from "notes"."author" is missing.
alter table `notes` add constraint `fk_notes.author` foreign key (`author`) references `author` (`id`);
-- add: The foreign key from "author"."boss" is missing.
alter table `author` add constraint `fk_author.boss` foreign key (`boss`) references `author` (`id`);
-- ## A table that has not all that it needs
-- add: The table "data_api_idempotency" is missing.
create table `data_api_idempotency` (`keyhash` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ primary key not null, `fingerprint` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `token` varchar(43) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `expiresat` datetime(3) not null, `answer` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);
create index `ix_data_api_idempotency.expiresat` on `data_api_idempotency` (`expiresat`);
-- decide: The column "notes"."id" is of type "blob", the field "id" needs "int".
-- decide: The column "notes"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- alter: The column "notes"."the "title"" is of type "blob", the field "title" needs "varchar(255)". The column "notes"."the "title"" is nullable, the field "title" is required.
alter table `notes` modify column `the "title"` varchar(255) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null;
-- add: The column "notes"."body" is missing.
alter table `notes` add column `body` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
-- add: The column "notes"."markup" is missing.
alter table `notes` add column `markup` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ default (convert(0x697427732061205c2022746578742220f09f9880 using utf8mb4));
-- alter: The column "notes"."views" is of type "blob", the field "views" needs "int". The column "notes"."views" is nullable, the field "views" is required.
alter table `notes` modify column `views` int not null default 0;
-- add: The column "notes"."big" is missing.
alter table `notes` add column `big` bigint;
-- add: The column "notes"."ratio" is missing.
alter table `notes` add column `ratio` double;
-- add: The column "notes"."price" is missing.
alter table `notes` add column `price` decimal(12,2);
-- add: The column "notes"."done" is missing.
alter table `notes` add column `done` boolean default 0;
-- add: The column "notes"."day" is missing.
alter table `notes` add column `day` date;
-- add: The column "notes"."at" is missing.
alter table `notes` add column `at` datetime(3) default '2024-02-29 12:00:00.000';
-- add: The column "notes"."code" is missing.
alter table `notes` add column `code` char(36) character set ascii collate ascii_bin;
-- add: The column "notes"."data" is missing.
alter table `notes` add column `data` json;
-- add: The column "notes"."hash" is missing.
alter table `notes` add column `hash` varbinary(16);
-- add: The column "notes"."photo" is missing.
alter table `notes` add column `photo` longblob default (x'00ff275c');
-- add: The column "notes"."hidden" is missing.
alter table `notes` add column `hidden` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
-- add: The column "notes"."author" is missing.
alter table `notes` add column `author` int;
alter table `notes` add constraint `fk_notes.author` foreign key (`author`) references `author` (`id`);
-- decide: The column "notes"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- decide: The column "author"."id" is of type "blob", the field "id" needs "int".
-- decide: The column "author"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- add: The column "author"."boss" is missing.
alter table `author` add column `boss` int;
alter table `author` add constraint `fk_author.boss` foreign key (`boss`) references `author` (`id`);
-- decide: The column "event"."id" is of type "blob", the field "id" needs "int".
-- decide: The column "event"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- decide: The column "event"."begins" is missing and cannot be added, because existing records would have no value for it: give the field a "default" or make it not required.
-- add: The column "event"."opens" is missing.
alter table `event` add column `opens` time(6) default '08:30:00.123456';
-- add: The column "event"."lasts" is missing.
alter table `event` add column `lasts` varchar(80) character set ascii collate ascii_bin default '10000000002592000000000 P1M';
-- add: The column "event"."made" is missing.
alter table `event` add column `made` year;
-- decide: The column "task"."id" is of type "blob", the field "id" needs "int".
-- decide: The column "task"."id" does not count up by itself, but a create leaves the field "id" to the database.
-- add: The column "task"."state" is missing.
alter table `task` add column `state` enum('draft', 'it''s \\', 'public') character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ default 'draft';
-- add: The column "task"."tags" is missing.
alter table `task` add column `tags` json default ('["it''s"]');
-- add: The column "task"."sizes" is missing.
alter table `task` add column `sizes` json;
-- decide: The column "token"."id" is of type "blob", the field "id" needs "char(36)".
-- add: The column "token"."value" is missing.
alter table `token` add column `value` varchar(40) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */;
-- decide: The column "token"."createdat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- decide: The column "token"."updatedat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".
-- add: The unique index on "notes"."the "title"" is missing.
create unique index `ux_notes.the "title"` on `notes` (`the "title"`);
-- add: The index on "notes"."views" is missing.
create index `ix_notes.views` on `notes` (`views`);
-- add: The unique index on "notes"."big" is missing.
create unique index `ux_notes.big` on `notes` (`big`);
-- add: The index on "notes"."code" is missing.
create index `ix_notes.code` on `notes` (`code`);
-- add: The unique index on "notes"."hash" is missing.
create unique index `ux_notes.hash` on `notes` (`hash`);
-- add: The index on "event"."begins" is missing.
create index `ix_event.begins` on `event` (`begins`);
-- add: The index on "task"."state" is missing.
create index `ix_task.state` on `task` (`state`);
-- ## A table and its columns that were renamed
-- rename: The table "article" is called "note".
rename table `note` to `article`;
-- rename: The column "article"."headline" is called "title".
alter table `article` rename column `title` to `headline`;
-- rename: The column "article"."status" is called "state".
alter table `article` rename column `state` to `status`;
-- rename: The column "article"."editor" is called "author".
alter table `article` rename column `author` to `editor`;
-- rename: The index "ux_article.headline" is called "ux_note.title".
alter table `article` rename index `ux_note.title` to `ux_article.headline`;
-- rename: The index "ix_article.views" is called "ix_note.views".
alter table `article` rename index `ix_note.views` to `ix_article.views`;
-- rename: The foreign key "fk_article.editor" is called "fk_note.author".
alter table `article` drop foreign key `fk_note.author`, add constraint `fk_article.editor` foreign key (`editor`) references `article` (`id`);
-- ## Columns that change, with indexes and a default
-- alter: The column "note"."title" is of type "varchar(20)", the field "title" needs "varchar(100)".
alter table `note` modify column `title` varchar(100) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null;
-- alter: The column "note"."views" is nullable, the field "views" is required.
alter table `note` modify column `views` int not null;
-- alter: The column "note"."code" is not null, the field "code" is not required.
alter table `note` modify column `code` int null;
-- alter: The column "note"."price" is of type "int", the field "price" needs "decimal(12,2)".
alter table `note` modify column `price` decimal(12,2) null default '1.5';
-- alter: The column "note"."place" is nullable, the field "place" is required.
alter table `note` modify column `place` int not null;
-- ## A foreign key of several fields
-- add: The table "line" is missing.
create table `line` (`order` varchar(20) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */ not null, `the "nr"` int not null, primary key (`order`, `the "nr"`));
-- add: The table "remark" is missing.
create table `remark` (`id` int auto_increment primary key, `order` varchar(20) character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */, `line` int, `text` longtext character set utf8mb4 collate /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */);
-- add: The foreign key from "remark"."order", "line" is missing.
alter table `remark` add constraint `fk_remark.order.line` foreign key (`order`, `line`) references `line` (`order`, `the "nr"`);
