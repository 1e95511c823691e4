-- What follows from a statement's rows is done once for all of them: a statement's payments, decisions or people are hundreds.
DROP TRIGGER submissions_waiting ON submissions;--> statement-breakpoint
CREATE FUNCTION touch_assignments_of_many() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assignments a SET waiting = NOT a.waiting
    FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE (n.stage, n.paper_round, n.deleted_at) IS DISTINCT FROM (o.stage, o.paper_round, o.deleted_at)
      AND 'paper_submitted' IN (n.stage, o.stage)
      AND a.submission_id = n.id AND a.ended_at IS NULL AND a.waiting <> is_waited_for(a);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER submissions_waiting AFTER UPDATE ON submissions
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION touch_assignments_of_many();
--> statement-breakpoint
DROP TRIGGER payments_urgency ON payments;--> statement-breakpoint
CREATE OR REPLACE FUNCTION touch_payment_urgency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions s SET payment_urgency = NULL
    WHERE s.id IN (SELECT submission_id FROM touched) AND s.payment_urgency IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payments_urgency_new AFTER INSERT ON payments REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION touch_payment_urgency();
--> statement-breakpoint
CREATE TRIGGER payments_urgency_changed AFTER UPDATE ON payments REFERENCING NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION touch_payment_urgency();
--> statement-breakpoint
CREATE TRIGGER payments_urgency_gone AFTER DELETE ON payments REFERENCING OLD TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION touch_payment_urgency();
