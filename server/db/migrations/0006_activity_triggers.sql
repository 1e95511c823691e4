-- Writes who changed what, before and after, in the change's own transaction (decisions.md §8). The actor and the
-- moment come from the transaction's settings (server/db/sign-transaction.ts); without them it was the portal itself, now.
-- Arguments: kind; the columns that name the submission and the person; columns that are not noted at all; columns
-- of which only the change is noted, because the text is secret or a person's own.
CREATE FUNCTION note_activity() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER submissions_activity AFTER INSERT OR UPDATE OR DELETE ON submissions FOR EACH ROW
  EXECUTE FUNCTION note_activity('submission', 'id', '', 'id,serial,paper_id,author_id,updated_at,submitted_at,abstract_decided_at', '');
--> statement-breakpoint
CREATE TRIGGER versions_activity AFTER INSERT OR UPDATE OR DELETE ON versions FOR EACH ROW
  EXECUTE FUNCTION note_activity('version', 'submission_id', '', 'id,submission_id,file_id,created_at,first_at', '');
--> statement-breakpoint
CREATE TRIGGER assignments_activity AFTER INSERT OR UPDATE OR DELETE ON assignments FOR EACH ROW
  EXECUTE FUNCTION note_activity('assignment', 'submission_id', 'reviewer_id', 'id,submission_id,reviewer_id,assigned_by,assigned_at,ended_at', '');
--> statement-breakpoint
CREATE TRIGGER conflicts_activity AFTER INSERT OR UPDATE OR DELETE ON conflicts FOR EACH ROW
  EXECUTE FUNCTION note_activity('conflict', 'submission_id', 'reviewer_id', 'submission_id,reviewer_id,declared_at', '');
--> statement-breakpoint
CREATE TRIGGER reviews_activity AFTER INSERT OR UPDATE OR DELETE ON reviews FOR EACH ROW
  EXECUTE FUNCTION note_activity('review', 'submission_id', 'reviewer_id', 'id,submission_id,reviewer_id,assignment_id,comments,submitted_at', '');
--> statement-breakpoint
CREATE TRIGGER payments_activity AFTER INSERT OR UPDATE OR DELETE ON payments FOR EACH ROW
  EXECUTE FUNCTION note_activity('payment', 'submission_id', '', 'id,submission_id,verified_by,reopened_by', 'author_note');
--> statement-breakpoint
CREATE TRIGGER users_activity AFTER INSERT OR UPDATE OR DELETE ON users FOR EACH ROW
  EXECUTE FUNCTION note_activity('person', '', 'id', 'id,created_at,last_login_at',
    'email,name,first_name,last_name,organization,phone,topics,photo_file_id,password_hash');
--> statement-breakpoint
CREATE TRIGGER invitations_activity AFTER INSERT OR UPDATE OR DELETE ON invitations FOR EACH ROW
  EXECUTE FUNCTION note_activity('invitation', '', 'accepted_by', 'id,pin_hash,link_hash,email_id,invited_by,created_at', 'email,name');
--> statement-breakpoint
CREATE TRIGGER deadline_extensions_activity AFTER INSERT OR UPDATE OR DELETE ON deadline_extensions FOR EACH ROW
  EXECUTE FUNCTION note_activity('extension', '', 'user_id', 'user_id,granted_by,granted_at', '');
--> statement-breakpoint
CREATE TRIGGER settings_activity AFTER INSERT OR UPDATE OR DELETE ON settings FOR EACH ROW
  EXECUTE FUNCTION note_activity('settings', '', '', '', '');
--> statement-breakpoint
-- Nobody alters it, whatever the code says.
CREATE TRIGGER activity_append_only BEFORE UPDATE OR DELETE ON activity
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
