ALTER TABLE "payments" ADD COLUMN "unfound" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now it was not kept why a report was answered. What a line answered was so at the moment that the line came; the rest was
-- said not to be there.
ALTER TABLE "payments" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "payments" p SET "unfound" = true
WHERE "answered_at" IS NOT NULL AND NOT EXISTS (
  SELECT FROM bank_lines b WHERE b.submission_id = p.submission_id AND b.imported_at = p.answered_at
);--> statement-breakpoint
ALTER TABLE "payments" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_unfound" CHECK (not "payments"."unfound" or "payments"."answered_at" is not null);--> statement-breakpoint
-- As in 0042; a payment that no line made is in the fee's currency as it was then, so that money in another one, noted before it,
-- is not held against it.
CREATE OR REPLACE FUNCTION check_refunds_are_covered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1
    FROM (
      SELECT DISTINCT currency FROM bank_lines
      WHERE submission_id = NEW.submission_id AND released_at IS NULL AND amount < 0
    ) refunded
    LEFT JOIN (
      SELECT p.amount, coalesce(l.currency, p.fee_currency) AS currency
      FROM payments p LEFT JOIN bank_lines l ON l.payment_id = p.id AND l.released_at IS NULL
      WHERE p.submission_id = NEW.submission_id AND p.verified_at IS NOT NULL AND p.reopened_at IS NULL
    ) paid ON paid.currency IS NULL OR refunded.currency IS NULL OR paid.currency = refunded.currency
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount) FILTER (WHERE use <> 'double'), 0) AS before,
        coalesce(sum(amount) FILTER (WHERE use = 'double'), 0) AS after
      FROM bank_lines l
      WHERE l.submission_id = NEW.submission_id AND l.released_at IS NULL
        AND (l.currency IS NULL OR refunded.currency IS NULL OR l.currency = refunded.currency)
    ) lines
    WHERE CASE WHEN paid.amount IS NULL THEN before + after < 0 ELSE greatest(before, paid.amount) + after <= 0 END
  ) THEN
    RAISE EXCEPTION 'submission %: more was paid back than it has', NEW.submission_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_lines_refunds_covered';
  END IF;
  RETURN NULL;
END $$;
