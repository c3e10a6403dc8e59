-- The UPI ID that a membership is debited from, as far as it may be shown: "r•••@okaxis". null: a card is charged.
alter table subscriptions add column upi_hint text;
