-- What of a row changed is found by one statement, not field by field: a bank's statement is applied in thousands of rows.
-- Otherwise as in 0018.
CREATE OR REPLACE FUNCTION note_activity() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}'::jsonb ELSE to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}'::jsonb ELSE to_jsonb(NEW) END;
  any_row jsonb := old_row || new_row;
  unseen text[] := string_to_array(TG_ARGV[3], ',');
  veiled text[] := string_to_array(TG_ARGV[4], ',');
  was jsonb;
  is_now jsonb;
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> 'submissions' AND current_setting('lectern.purging', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'settings' THEN
    old_row := coalesce(old_row -> 'document', '{}');
    new_row := coalesce(new_row -> 'document', '{}');
  END IF;
  SELECT
    coalesce(jsonb_object_agg(field, CASE
      WHEN field <> ALL (veiled) THEN old_row -> field
      WHEN coalesce(old_row ->> field, '') NOT IN ('', '[]') THEN '"…"' END), '{}'),
    coalesce(jsonb_object_agg(field, CASE
      WHEN field <> ALL (veiled) THEN new_row -> field
      WHEN coalesce(new_row ->> field, '') NOT IN ('', '[]') THEN '"…"' END), '{}')
  INTO was, is_now
  FROM jsonb_object_keys((old_row || new_row) - unseen) field
  WHERE coalesce(old_row -> field, 'null') <> coalesce(new_row -> field, 'null');
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
-- What becomes complete is paid at that very moment: said so at once, its payment, which is written after it, changes
-- nothing, and the submission is not written twice. Otherwise as in 0023.
CREATE OR REPLACE FUNCTION payment_urgency_of(one submissions) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN one.stage NOT IN ('awaiting_payment', 'complete') THEN NULL
    WHEN p.verified_at IS NOT NULL THEN p.verified_at
    WHEN one.stage = 'complete' THEN one.updated_at
    WHEN p.reported_at IS NOT NULL THEN
      (timestamp '3000-01-01' - (p.reported_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc'
    ELSE (timestamp '2500-01-01' - (one.updated_at AT TIME ZONE 'utc' - timestamp '2000-01-01')) AT TIME ZONE 'utc' END
  FROM (SELECT 1) always LEFT JOIN payments p ON p.submission_id = one.id AND p.reopened_at IS NULL
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION touch_payment_urgency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE submissions s SET payment_urgency = NULL
    WHERE s.id IN (SELECT submission_id FROM touched) AND s.payment_urgency IS DISTINCT FROM payment_urgency_of(s);
  RETURN NULL;
END $$;
