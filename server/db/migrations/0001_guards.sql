-- What may follow what (shared/submissions/states.ts): a stage changes along a listed pair or not at all.
CREATE TABLE stage_transitions (
  from_stage text NOT NULL,
  to_stage text NOT NULL,
  PRIMARY KEY (from_stage, to_stage)
);
--> statement-breakpoint
INSERT INTO stage_transitions (from_stage, to_stage) VALUES
  ('abstract_submitted', 'abstract_submitted'),
  ('abstract_submitted', 'awaiting_paper'),
  ('abstract_submitted', 'abstract_awaiting_resubmission'),
  ('abstract_submitted', 'abstract_declined'),
  ('abstract_submitted', 'withdrawn'),
  ('abstract_awaiting_resubmission', 'abstract_submitted'),
  ('abstract_awaiting_resubmission', 'withdrawn'),
  ('awaiting_paper', 'paper_submitted'),
  ('awaiting_paper', 'withdrawn'),
  ('paper_submitted', 'paper_submitted'),
  ('paper_submitted', 'awaiting_paper'),
  ('paper_submitted', 'awaiting_payment'),
  ('paper_submitted', 'paper_awaiting_resubmission'),
  ('paper_submitted', 'reviewer_declined'),
  ('paper_submitted', 'paper_declined'),
  ('paper_submitted', 'withdrawn'),
  ('reviewer_declined', 'awaiting_payment'),
  ('reviewer_declined', 'paper_awaiting_resubmission'),
  ('reviewer_declined', 'paper_declined'),
  ('reviewer_declined', 'paper_submitted'),
  ('reviewer_declined', 'withdrawn'),
  ('paper_awaiting_resubmission', 'paper_awaiting_resubmission'),
  ('paper_awaiting_resubmission', 'paper_submitted'),
  ('paper_awaiting_resubmission', 'withdrawn'),
  ('paper_declined', 'paper_submitted'),
  ('awaiting_payment', 'awaiting_payment'),
  ('awaiting_payment', 'complete'),
  ('awaiting_payment', 'paper_submitted'),
  ('awaiting_payment', 'withdrawn'),
  ('complete', 'awaiting_payment');
--> statement-breakpoint
CREATE FUNCTION check_stage_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.stage <> OLD.stage AND NOT EXISTS (
    SELECT 1 FROM stage_transitions WHERE from_stage = OLD.stage AND to_stage = NEW.stage
  ) THEN
    RAISE EXCEPTION 'submission % cannot go from % to %', OLD.id, OLD.stage, NEW.stage
      USING ERRCODE = 'check_violation', CONSTRAINT = 'submissions_stage_transition';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER submissions_stage_transition BEFORE UPDATE OF stage ON submissions
  FOR EACH ROW EXECUTE FUNCTION check_stage_transition();
--> statement-breakpoint
-- A submission begins as a submitted abstract.
CREATE FUNCTION check_first_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.stage <> 'abstract_submitted' THEN
    RAISE EXCEPTION 'submission % cannot begin as %', NEW.id, NEW.stage
      USING ERRCODE = 'check_violation', CONSTRAINT = 'submissions_first_stage';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER submissions_first_stage BEFORE INSERT ON submissions
  FOR EACH ROW EXECUTE FUNCTION check_first_stage();
--> statement-breakpoint
-- Complete if and only if a verified payment stands; checked when the transaction commits.
CREATE FUNCTION check_complete_is_paid() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked text;
  stands boolean;
  is_complete boolean;
BEGIN
  IF TG_TABLE_NAME = 'payments' THEN checked := NEW.submission_id; ELSE checked := NEW.id; END IF;
  SELECT stage = 'complete' INTO is_complete FROM submissions WHERE id = checked;
  SELECT EXISTS (
    SELECT 1 FROM payments
    WHERE submission_id = checked AND verified_at IS NOT NULL AND reopened_at IS NULL
  ) INTO stands;
  IF is_complete <> stands THEN
    RAISE EXCEPTION 'submission %: complete is %, verified payment is %', checked, is_complete, stands
      USING ERRCODE = 'check_violation', CONSTRAINT = 'submissions_complete_is_paid';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER submissions_complete_is_paid AFTER INSERT OR UPDATE OF stage ON submissions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_complete_is_paid();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payments_complete_is_paid AFTER INSERT OR UPDATE ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_complete_is_paid();
--> statement-breakpoint
-- History and submitted reviews are only ever added to.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
--> statement-breakpoint
CREATE TRIGGER submission_events_append_only BEFORE UPDATE OR DELETE ON submission_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER reviews_append_only BEFORE UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
