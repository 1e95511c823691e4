-- A payment that was reported and not found stays on the desk when its paper awaits none any more, beside the money that is
-- held; said not to be there, among what is verified, so that it is known should it come. Otherwise as in 0052.
CREATE OR REPLACE FUNCTION payment_urgency_of(one submissions) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN one.stage NOT IN ('awaiting_payment', 'complete') THEN CASE
      WHEN (p.reported_at IS NOT NULL AND p.answered_at IS NULL AND p.verified_at IS NULL) OR holds_money(one.id) THEN
        (timestamp '2750-01-01' - (one.updated_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc'
      WHEN p.reported_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM bank_lines b WHERE b.submission_id = one.id AND b.released_at IS NULL) THEN one.updated_at END
    WHEN p.verified_at IS NOT NULL THEN p.verified_at
    WHEN one.stage = 'complete' THEN one.updated_at
    WHEN p.reported_at IS NOT NULL AND p.answered_at IS NULL THEN
      (timestamp '3000-01-01' - (p.reported_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc'
    ELSE (timestamp '2500-01-01' - (one.updated_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc' END
  FROM (SELECT 1) always LEFT JOIN payments p ON p.submission_id = one.id AND p.reopened_at IS NULL
$$;
--> statement-breakpoint
UPDATE submissions SET payment_urgency = NULL
  WHERE stage NOT IN ('awaiting_payment', 'complete') AND id IN (SELECT submission_id FROM payments WHERE reopened_at IS NULL);
