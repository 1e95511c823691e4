-- What the desk types of a payment may name who paid. The activity says that it was written, not what: nobody can take it out
-- of there when the account goes.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT t.tgrelid::regclass AS watched, t.tgname AS name, pg_get_triggerdef(t.oid) AS made, 'author_note' AS veiled,
      'author_note,reference,note,reopen_reason' AS all_veiled
    FROM pg_trigger t WHERE t.tgrelid = 'payments'::regclass AND t.tgname LIKE 'payments_activity_%'
    UNION ALL
    SELECT t.tgrelid::regclass, t.tgname, pg_get_triggerdef(t.oid), 'payer_name,payer_address,payer_tax_number',
      'payer_name,payer_address,payer_tax_number,reference'
    FROM pg_trigger t WHERE t.tgrelid = 'receipts'::regclass AND t.tgname LIKE 'receipts_activity_%'
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %s', one.name, one.watched);
    EXECUTE replace(one.made, quote_literal(one.veiled) || ')', quote_literal(one.all_veiled) || ')');
  END LOOP;
END $$;
--> statement-breakpoint
-- What was said before or after a change, without what some of the fields said.
CREATE FUNCTION veil(said jsonb, fields text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(field, CASE
    WHEN field = ANY (fields) AND value NOT IN ('null', '""', '[]') THEN '"…"' ELSE value END), '{}')
  FROM jsonb_each(said) AS of (field, value)
$$;
--> statement-breakpoint
ALTER TABLE activity DISABLE TRIGGER activity_append_only;
--> statement-breakpoint
UPDATE activity SET before = veil(before, '{reference,note,reopen_reason}'), after = veil(after, '{reference,note,reopen_reason}')
  WHERE kind IN ('payment', 'receipt') AND (before || after) ?| '{reference,note,reopen_reason}';
--> statement-breakpoint
ALTER TABLE activity ENABLE TRIGGER activity_append_only;
--> statement-breakpoint
-- As in 0022; the reference may be forgotten too: somebody typed it.
CREATE OR REPLACE FUNCTION keep_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['previous', 'name', 'voided_at', 'voided_on', 'payer_name', 'payer_address', 'payer_tax_number', 'reference'];
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (OLD.voided_at IS NULL OR (NEW.voided_at, NEW.voided_on) IS NOT DISTINCT FROM (OLD.voided_at, OLD.voided_on))
    AND NEW.payer_name IN ('', OLD.payer_name)
    AND NEW.payer_address IN ('', OLD.payer_address)
    AND NEW.payer_tax_number IN ('', OLD.payer_tax_number)
    AND NEW.reference IN ('', OLD.reference)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a receipt is never changed or removed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_kept';
END $$;
--> statement-breakpoint
-- As in 0018; why a payment was taken back may be forgotten, as it may name who paid.
CREATE OR REPLACE FUNCTION refuse_change_while_standing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT 1 FROM submissions WHERE id = OLD.submission_id AND deleted_at IS NOT NULL
  ) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) ->> 'kind' = 'payment_reopened'
    AND to_jsonb(NEW) = to_jsonb(OLD) || '{"note": null}'
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_TABLE_NAME || '_append_only';
END $$;
--> statement-breakpoint
-- Of accounts that were deleted before this.
CREATE TEMPORARY TABLE forgotten ON COMMIT DROP AS
  SELECT s.id FROM submissions s JOIN users u ON u.id = s.author_id WHERE u.deleted_at IS NOT NULL;
--> statement-breakpoint
UPDATE bank_lines SET payer = '', text = '' WHERE submission_id IN (SELECT id FROM forgotten) AND (payer <> '' OR text <> '');
--> statement-breakpoint
UPDATE payments SET author_note = NULL, note = NULL,
    reference = CASE WHEN reference ~ '^Statement(, \d{4}-\d\d-\d\d)?$' THEN reference END,
    reopen_reason = CASE WHEN reopened_at IS NOT NULL THEN '' END
  WHERE submission_id IN (SELECT id FROM forgotten);
--> statement-breakpoint
UPDATE receipts SET payer_name = '', payer_address = '', payer_tax_number = '',
    reference = CASE WHEN reference ~ '^Statement(, \d{4}-\d\d-\d\d)?$' THEN reference ELSE '' END
  WHERE submission_id IN (SELECT id FROM forgotten);
--> statement-breakpoint
UPDATE submission_events SET note = NULL
  WHERE submission_id IN (SELECT id FROM forgotten) AND kind = 'payment_reopened' AND note IS NOT NULL;
--> statement-breakpoint
-- So that later migrations of the same start may alter these tables.
SET CONSTRAINTS ALL IMMEDIATE;
--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
