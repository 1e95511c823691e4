-- Only submissions whose payments were written are reckoned anew: where a statement wrote thousands of payments, the planner read
-- all submissions first and reckoned each. Otherwise as in 0051.
CREATE OR REPLACE FUNCTION touch_payment_urgency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions SET payment_urgency = NULL WHERE id IN (
    SELECT (found.one).id FROM (
      SELECT s AS one FROM touched t JOIN submissions s ON s.id = t.submission_id
      WHERE TG_OP = 'DELETE' OR t.reopened_at IS NOT NULL OR s.stage <> 'complete'
        OR t.verified_at IS DISTINCT FROM s.payment_urgency
      OFFSET 0
    ) found
    WHERE (found.one).payment_urgency IS DISTINCT FROM payment_urgency_of(found.one)
  );
  RETURN NULL;
END $$;
