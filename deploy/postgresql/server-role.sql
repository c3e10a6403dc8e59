-- For the database's first start in deploy/compose.yaml: the role of the server, which scripts/migrate.ts gives its rights.
\getenv password SERVER_PASSWORD
create role cheers_server login password :'password';
