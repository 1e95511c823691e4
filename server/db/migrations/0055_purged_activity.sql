-- What the activity told of a submission that is removed for good: that it happened stays, without title, topics, names of files
-- and reasons.
CREATE FUNCTION veil_purged(said jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT veil(said, '{title,topics,file_name,reason,override_reason,ended_reason}')
$$;
--> statement-breakpoint
-- Nobody alters it, whatever the code says, but for that: while submissions are removed, and where nothing else changes.
CREATE FUNCTION refuse_change_but_veil() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  veiled activity := OLD;
BEGIN
  veiled.before := veil_purged(OLD.before);
  veiled.after := veil_purged(OLD.after);
  IF TG_OP = 'UPDATE' AND current_setting('lectern.purging', true) = 'on' AND OLD.submission_id IS NOT NULL
    AND NEW IS NOT DISTINCT FROM veiled
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
--> statement-breakpoint
DROP TRIGGER activity_append_only ON activity;
--> statement-breakpoint
CREATE TRIGGER activity_append_only BEFORE UPDATE OR DELETE ON activity
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_veil();
--> statement-breakpoint
-- Of submissions that were removed before this.
SELECT set_config('lectern.purging', 'on', true);
--> statement-breakpoint
UPDATE activity a SET before = veil_purged(before), after = veil_purged(after)
  WHERE submission_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.id = a.submission_id)
    AND (before, after) IS DISTINCT FROM (veil_purged(before), veil_purged(after));
--> statement-breakpoint
SELECT set_config('lectern.purging', '', true);
