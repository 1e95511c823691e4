CREATE TABLE "bank_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"occurrence" integer NOT NULL,
	"submission_id" text NOT NULL,
	"payment_id" uuid,
	"use" text NOT NULL,
	"booked_on" date,
	"amount" numeric(11, 2) NOT NULL,
	"currency" text,
	"payer" text NOT NULL,
	"text" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"imported_by" uuid NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "bank_lines_use_known" CHECK ("bank_lines"."use" in ('payment', 'note', 'double')),
	CONSTRAINT "bank_lines_paid" CHECK (("bank_lines"."use" = 'payment') = ("bank_lines"."payment_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_kind_known";--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_once" ON "bank_lines" USING btree ("hash","occurrence","submission_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "bank_lines_submission" ON "bank_lines" USING btree ("submission_id");--> statement-breakpoint
CREATE INDEX "bank_lines_payment" ON "bank_lines" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_kind_known" CHECK ("activity"."kind" in ('submission', 'version', 'assignment', 'conflict', 'review', 'payment', 'bank_line', 'person', 'invitation', 'extension', 'settings'));--> statement-breakpoint
CREATE TRIGGER bank_lines_activity AFTER INSERT OR UPDATE OR DELETE ON bank_lines FOR EACH ROW
  EXECUTE FUNCTION note_activity('bank_line', 'submission_id', '', 'id,submission_id,payment_id,hash,occurrence,imported_at,imported_by', 'payer,text');
