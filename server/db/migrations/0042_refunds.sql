ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_payment_came_in" CHECK ("bank_lines"."use" <> 'payment' or "bank_lines"."amount" >= 0);--> statement-breakpoint
-- What was paid back of a paper comes out of what came in for it in that currency, and never takes all of a payment that
-- stands. What names no currency may be in any. Checked when the transaction commits.
CREATE FUNCTION check_refunds_are_covered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1
    FROM (
      SELECT DISTINCT currency FROM bank_lines
      WHERE submission_id = NEW.submission_id AND released_at IS NULL AND amount < 0
    ) refunded
    LEFT JOIN (
      SELECT p.amount, l.currency
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
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER bank_lines_refunds_covered AFTER INSERT OR UPDATE ON bank_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.amount < 0 OR NEW.released_at IS NOT NULL) EXECUTE FUNCTION check_refunds_are_covered();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payments_refunds_covered AFTER UPDATE ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.reopened_at IS NOT NULL) EXECUTE FUNCTION check_refunds_are_covered();
