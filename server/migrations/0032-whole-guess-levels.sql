-- In thousandths: no column holds fractions.
alter table guess_levels alter column level type bigint using round(level * 1000);
alter table guess_levels rename column level to level_thousandths;
