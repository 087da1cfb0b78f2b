/** Secrets by their names, and by the form of their values. */
export const secretsByName: readonly string[] = [
  `create table account (
    id int primary key,
    name varchar(40) not null,
    password_hash varchar(60) not null,
    legacy varchar(100),
    keyed text,
    api_key varchar(40) unique,
    pin int,
    ssn char(11),
    token_type varchar(20),
    password_changed_at date,
    has_password smallint not null default 1,
    note varchar(255)
  )`,
  `insert into account (id, name, password_hash, legacy, keyed, note) values
    (1, 'ann', 'x', null, null, 'ten$'), (2, 'bob', 'y', '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW',
    '-----BEGIN PRIVATE KEY-----', '$1 for $2')`,
  `create table session (token varchar(40) primary key, account_id int references account (id), state varchar(9))`,
  `create view account_list as select name, password_hash, note from account`,
];
