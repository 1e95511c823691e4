ALTER TABLE "submissions" DROP CONSTRAINT "submissions_urgency_kept";--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_urgency_kept" CHECK ("submissions"."payment_urgency" is not null or "submissions"."stage" not in ('awaiting_payment', 'complete'));--> statement-breakpoint
-- Whether money is there for a submission that was not paid back, in any currency; what names none is in whichever there is.
CREATE FUNCTION holds_money(one text) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH sums AS (
    SELECT currency, sum(amount) AS total FROM bank_lines
    WHERE submission_id = one AND released_at IS NULL GROUP BY currency
  ), unnamed AS (SELECT coalesce(sum(total), 0) AS total FROM sums WHERE currency IS NULL)
  SELECT coalesce(max(s.total) + u.total, u.total) > 0
  FROM unnamed u LEFT JOIN sums s ON s.currency IS NOT NULL GROUP BY u.total
$$;
--> statement-breakpoint
-- A paper that awaits no payment is on the desk where lines of statements stand at it: as long as money is there for it after
-- what is reported, before what awaits, the longest first; once all is paid back among what is verified. Otherwise as in 0049.
CREATE OR REPLACE FUNCTION payment_urgency_of(one submissions) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN one.stage NOT IN ('awaiting_payment', 'complete') THEN CASE
      WHEN holds_money(one.id) THEN
        (timestamp '2750-01-01' - (one.updated_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc'
      WHEN EXISTS (SELECT 1 FROM bank_lines b WHERE b.submission_id = one.id AND b.released_at IS NULL) THEN one.updated_at END
    WHEN p.verified_at IS NOT NULL THEN p.verified_at
    WHEN one.stage = 'complete' THEN one.updated_at
    WHEN p.reported_at IS NOT NULL AND p.answered_at IS NULL THEN
      (timestamp '3000-01-01' - (p.reported_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc'
    ELSE (timestamp '2500-01-01' - (one.updated_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc' END
  FROM (SELECT 1) always LEFT JOIN payments p ON p.submission_id = one.id AND p.reopened_at IS NULL
$$;
--> statement-breakpoint
-- Where payment is awaited or made, a statement's line changes no urgency.
CREATE FUNCTION touch_held_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions s SET payment_urgency = NULL
    WHERE s.id IN (SELECT submission_id FROM touched) AND s.stage NOT IN ('awaiting_payment', 'complete');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_lines_urgency_new AFTER INSERT ON bank_lines REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION touch_held_money();
--> statement-breakpoint
CREATE TRIGGER bank_lines_urgency_changed AFTER UPDATE ON bank_lines REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION touch_held_money();
--> statement-breakpoint
CREATE TRIGGER bank_lines_urgency_gone AFTER DELETE ON bank_lines REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION touch_held_money();
--> statement-breakpoint
UPDATE submissions SET payment_urgency = NULL
  WHERE stage NOT IN ('awaiting_payment', 'complete') AND id IN (SELECT submission_id FROM bank_lines);
