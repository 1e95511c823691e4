CREATE TABLE "payers" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"tax_number" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"edition" integer NOT NULL,
	"number" integer NOT NULL,
	"name" text GENERATED ALWAYS AS ('R' || lpad((edition % 100)::text, 2, '0') || '-' || lpad(number::text, greatest(4, length(number::text)), '0')) STORED NOT NULL,
	"previous" integer GENERATED ALWAYS AS (nullif(number - 1, 0)) STORED,
	"payment_id" uuid NOT NULL,
	"submission_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"issued_on" date NOT NULL,
	"conference" text NOT NULL,
	"organiser_name" text NOT NULL,
	"organiser_address" text NOT NULL,
	"organiser_tax_number" text NOT NULL,
	"payer_name" text NOT NULL,
	"payer_address" text NOT NULL,
	"payer_tax_number" text NOT NULL,
	"paper_id" text NOT NULL,
	"title" text NOT NULL,
	"amount" numeric(11, 2),
	"currency" text NOT NULL,
	"reference" text NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"voided_on" date,
	CONSTRAINT "receipts_number" UNIQUE("edition","number"),
	CONSTRAINT "receipts_from_one" CHECK ("receipts"."number" >= 1),
	CONSTRAINT "receipts_voided_whole" CHECK (("receipts"."voided_at" is null) = ("receipts"."voided_on" is null))
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_kind_known";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "attached" jsonb;--> statement-breakpoint
ALTER TABLE "payers" ADD CONSTRAINT "payers_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_no_gap" FOREIGN KEY ("edition","previous") REFERENCES "public"."receipts"("edition","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_one_valid" ON "receipts" USING btree ("payment_id") WHERE voided_at is null;--> statement-breakpoint
CREATE INDEX "receipts_submission" ON "receipts" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "receipts_search" ON "receipts" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_kind_known" CHECK ("activity"."kind" in ('submission', 'co_author', 'version', 'assignment', 'conflict', 'review', 'payment', 'bank_line', 'receipt', 'person', 'invitation', 'extension', 'settings', 'mail', 'mail_text', 'mailing'));
--> statement-breakpoint
CREATE TRIGGER receipts_activity AFTER INSERT OR UPDATE OR DELETE ON receipts FOR EACH ROW
  EXECUTE FUNCTION note_activity('receipt', 'submission_id', '', 'id,edition,number,previous,payment_id,submission_id,issued_at,issued_on,conference,organiser_name,organiser_address,organiser_tax_number,paper_id,title,voided_on', 'payer_name,payer_address,payer_tax_number');
--> statement-breakpoint
-- A receipt stays as it was given. It may become void, once, and its payer may be forgotten.
CREATE FUNCTION keep_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  may_change text[] := ARRAY['previous', 'name', 'voided_at', 'voided_on', 'payer_name', 'payer_address', 'payer_tax_number'];
BEGIN
  IF TG_OP = 'UPDATE'
    AND to_jsonb(NEW) - may_change = to_jsonb(OLD) - may_change
    AND (OLD.voided_at IS NULL OR (NEW.voided_at, NEW.voided_on) IS NOT DISTINCT FROM (OLD.voided_at, OLD.voided_on))
    AND NEW.payer_name IN ('', OLD.payer_name)
    AND NEW.payer_address IN ('', OLD.payer_address)
    AND NEW.payer_tax_number IN ('', OLD.payer_tax_number)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a receipt is never changed or removed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'receipts_kept';
END $$;
--> statement-breakpoint
CREATE TRIGGER receipts_kept BEFORE UPDATE OR DELETE ON receipts
  FOR EACH ROW EXECUTE FUNCTION keep_receipt();
