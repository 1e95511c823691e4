-- What a statement did to hundreds of rows is noted by one statement too: note_activity(), called for each row, was nearly half
-- of what the database does while a bank's statement is applied. Rows and words as before (0044); what goes is noted row by row.
CREATE FUNCTION note_new_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unseen text[] := string_to_array(TG_ARGV[3], ',');
  veiled text[] := string_to_array(TG_ARGV[4], ',');
  moment timestamptz := coalesce(nullif(current_setting('lectern.now', true), '')::timestamptz, now());
  actor uuid := nullif(current_setting('lectern.actor', true), '')::uuid;
BEGIN
  INSERT INTO activity (at, actor_id, kind, action, entity_id, submission_id, person_id, before, after)
  SELECT moment, actor, TG_ARGV[0], 'created', row ->> 'id', row ->> nullif(TG_ARGV[1], ''),
    (row ->> nullif(TG_ARGV[2], ''))::uuid, was, is_now
  FROM (SELECT to_jsonb(new_row) AS row FROM new_rows new_row OFFSET 0) made
  CROSS JOIN LATERAL (
    SELECT
      coalesce(jsonb_object_agg(field, NULL::jsonb), '{}') AS was,
      coalesce(jsonb_object_agg(field, CASE
        WHEN field <> ALL (veiled) THEN value
        WHEN value NOT IN ('""', '[]') THEN '"…"' END), '{}') AS is_now
    FROM jsonb_each(row - unseen) AS fields (field, value)
    WHERE value <> 'null'
  ) changes;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Old and new rows are paired by hashing, however few the first statement of a session changed, whose plan is kept.
CREATE FUNCTION note_changed_activity() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  unseen text[] := string_to_array(TG_ARGV[3], ',');
  veiled text[] := string_to_array(TG_ARGV[4], ',');
  moment timestamptz := coalesce(nullif(current_setting('lectern.now', true), '')::timestamptz, now());
  actor uuid := nullif(current_setting('lectern.actor', true), '')::uuid;
BEGIN
  INSERT INTO activity (at, actor_id, kind, action, entity_id, submission_id, person_id, before, after)
  SELECT moment, actor, TG_ARGV[0], 'changed', row ->> 'id', row ->> nullif(TG_ARGV[1], ''),
    (row ->> nullif(TG_ARGV[2], ''))::uuid, was, is_now
  FROM (
    SELECT to_jsonb(old_one) AS old_row, to_jsonb(new_one) AS row
    FROM new_rows new_one JOIN old_rows old_one ON old_one.id = new_one.id
    WHERE old_one.* IS DISTINCT FROM new_one.* OFFSET 0
  ) changed
  CROSS JOIN LATERAL (
    SELECT
      jsonb_object_agg(field, CASE
        WHEN field <> ALL (veiled) THEN old_row -> field
        WHEN old_row -> field NOT IN ('null', '""', '[]') THEN '"…"' END) AS was,
      jsonb_object_agg(field, CASE
        WHEN field <> ALL (veiled) THEN value
        WHEN value NOT IN ('null', '""', '[]') THEN '"…"' END) AS is_now
    FROM jsonb_each(row - unseen) AS fields (field, value)
    WHERE value <> old_row -> field
  ) changes
  WHERE is_now IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The four tables that a statement's payments are written to, each with the arguments that it had.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT t.tgrelid::regclass AS watched, c.relname AS name,
      (regexp_match(pg_get_triggerdef(t.oid), 'note_activity(\(.*\))$'))[1] AS arguments
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relname IN ('submissions', 'payments', 'receipts', 'bank_lines') AND t.tgname = c.relname || '_activity'
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', one.name || '_activity', one.watched);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION note_new_activity%s', one.name || '_activity_new', one.watched, one.arguments);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION note_changed_activity%s', one.name || '_activity_changed', one.watched, one.arguments);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION note_activity%s',
      one.name || '_activity_gone', one.watched, one.arguments);
  END LOOP;
END $$;
--> statement-breakpoint
-- Few rows are about a person.
DROP INDEX "activity_person";--> statement-breakpoint
CREATE INDEX "activity_person" ON "activity" USING btree ("person_id","id") WHERE person_id is not null;
--> statement-breakpoint
-- What a payment's row says as it is written need not be reckoned again for each submission. Otherwise as in 0044; what goes is
-- told in 0039's other trigger by its old row, which says nothing of what is left.
CREATE OR REPLACE FUNCTION touch_payment_urgency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions s SET payment_urgency = NULL
    FROM touched t
    WHERE s.id = t.submission_id
      AND (TG_OP = 'DELETE' OR t.reopened_at IS NOT NULL OR s.stage <> 'complete'
        OR t.verified_at IS DISTINCT FROM s.payment_urgency)
      AND s.payment_urgency IS DISTINCT FROM payment_urgency_of(s);
  RETURN NULL;
END $$;
