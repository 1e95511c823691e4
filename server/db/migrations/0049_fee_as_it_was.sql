ALTER TABLE "payments" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_amount" numeric(11, 2);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "fee_currency" text;--> statement-breakpoint
-- No fee was kept until now: what is said today was taken for what was said then.
ALTER TABLE "payments" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "payments" SET
  "fee_amount" = nullif((SELECT document ->> 'feeAmount' FROM settings), '')::numeric,
  "fee_currency" = coalesce((SELECT document ->> 'feeCurrency' FROM settings), 'EUR')
WHERE "verified_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_answered" CHECK ("payments"."answered_at" is null or "payments"."reported_at" is not null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_verified_fee" CHECK (("payments"."verified_at" is null) = ("payments"."fee_currency" is null));--> statement-breakpoint
-- A report of which a part arrived waits for its author, as if nothing had been reported. Otherwise as in 0044.
CREATE OR REPLACE FUNCTION payment_urgency_of(one submissions) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN one.stage NOT IN ('awaiting_payment', 'complete') THEN NULL
    WHEN p.verified_at IS NOT NULL THEN p.verified_at
    WHEN one.stage = 'complete' THEN one.updated_at
    WHEN p.reported_at IS NOT NULL AND p.answered_at IS NULL THEN
      (timestamp '3000-01-01' - (p.reported_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc'
    ELSE (timestamp '2500-01-01' - (one.updated_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc' END
  FROM (SELECT 1) always LEFT JOIN payments p ON p.submission_id = one.id AND p.reopened_at IS NULL
$$;
