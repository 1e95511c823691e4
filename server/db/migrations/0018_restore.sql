ALTER TABLE "submission_events" DROP CONSTRAINT "submission_events_kind_known";--> statement-breakpoint
CREATE INDEX "submissions_deleted" ON "submissions" USING btree ("deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE "submission_events" ADD CONSTRAINT "submission_events_kind_known" CHECK ("submission_events"."kind" in ('abstract_submitted', 'abstract_replaced', 'abstract_accepted', 'abstract_change_requested', 'abstract_declined', 'abstract_resubmitted', 'paper_submitted', 'paper_replaced', 'paper_deleted', 'paper_approved', 'paper_change_requested', 'paper_reviewer_declined', 'paper_declined', 'paper_resubmitted', 'paper_reopened', 'payment_reported', 'payment_verified', 'payment_reopened', 'abstract_deleted', 'abstract_restored', 'withdrawn'));
--> statement-breakpoint
-- History and submitted reviews are only ever added to, as long as their submission stands; a deleted one goes whole.
CREATE FUNCTION refuse_change_while_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT 1 FROM submissions WHERE id = OLD.submission_id AND deleted_at IS NOT NULL
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
--> statement-breakpoint
DROP TRIGGER submission_events_append_only ON submission_events;
--> statement-breakpoint
CREATE TRIGGER submission_events_append_only BEFORE UPDATE OR DELETE ON submission_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_while_standing();
--> statement-breakpoint
DROP TRIGGER reviews_append_only ON reviews;
--> statement-breakpoint
CREATE TRIGGER reviews_append_only BEFORE UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION refuse_change_while_standing();
--> statement-breakpoint
-- What goes with a purged submission is not noted row by row: that the submission went says it. Otherwise as in 0006.
CREATE OR REPLACE FUNCTION note_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}'::jsonb ELSE to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}'::jsonb ELSE to_jsonb(NEW) END;
  any_row jsonb := old_row || new_row;
  unseen text[] := string_to_array(TG_ARGV[3], ',');
  veiled text[] := string_to_array(TG_ARGV[4], ',');
  field text;
  was jsonb := '{}';
  is_now jsonb := '{}';
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> 'submissions' AND current_setting('lectern.purging', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'settings' THEN
    old_row := coalesce(old_row -> 'document', '{}');
    new_row := coalesce(new_row -> 'document', '{}');
  END IF;
  FOR field IN SELECT key FROM jsonb_each(old_row || new_row) ORDER BY key LOOP
    CONTINUE WHEN field = ANY (unseen)
      OR coalesce(old_row -> field, 'null') = coalesce(new_row -> field, 'null');
    IF field = ANY (veiled) THEN
      was := was || jsonb_build_object(field, CASE WHEN coalesce(old_row ->> field, '') IN ('', '[]') THEN NULL ELSE '…' END);
      is_now := is_now || jsonb_build_object(field, CASE WHEN coalesce(new_row ->> field, '') IN ('', '[]') THEN NULL ELSE '…' END);
    ELSE
      was := was || jsonb_build_object(field, old_row -> field);
      is_now := is_now || jsonb_build_object(field, new_row -> field);
    END IF;
  END LOOP;
  IF TG_OP = 'UPDATE' AND is_now = '{}' THEN RETURN NULL; END IF;
  INSERT INTO activity (at, actor_id, kind, action, entity_id, submission_id, person_id, before, after) VALUES (
    coalesce(nullif(current_setting('lectern.now', true), '')::timestamptz, now()),
    nullif(current_setting('lectern.actor', true), '')::uuid,
    TG_ARGV[0],
    CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'changed' ELSE 'removed' END,
    any_row ->> 'id',
    any_row ->> nullif(TG_ARGV[1], ''),
    (any_row ->> nullif(TG_ARGV[2], ''))::uuid,
    was,
    is_now
  );
  RETURN NULL;
END $$;
