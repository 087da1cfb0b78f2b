create view latest as
select 'a9b1c2d3-0000-4000-8000-00000000000f' as sensor, '2024-02-29T12:00:00.000Z' as at, 1.5 as value;

create view sensor as
select 7 as nr, 'roof' as place;

create table log (at datetime not null, text text);
