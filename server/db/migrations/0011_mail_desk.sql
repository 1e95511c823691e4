CREATE TABLE "email_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "email_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"deed" text NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"actor_id" uuid,
	CONSTRAINT "email_events_deed_known" CHECK ("email_events"."deed" in ('sent', 'put_off', 'failed', 'kept', 'bounced', 'delayed', 'complained', 'held', 'edited', 'released', 'discarded', 'resent'))
);
--> statement-breakpoint
CREATE TABLE "email_templates" (
	"key" text PRIMARY KEY NOT NULL,
	"subject" text,
	"body" text,
	"button" text,
	"revision" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" uuid
);
--> statement-breakpoint
CREATE TABLE "mailings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"audience" jsonb NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"recipients" integer NOT NULL,
	"sent_by" uuid NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_kind_known";--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT "emails_state_known";--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "button" jsonb;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "secrets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "essential" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "email_events" ADD CONSTRAINT "email_events_email_id_emails_id_fk" FOREIGN KEY ("email_id") REFERENCES "public"."emails"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_events_email" ON "email_events" USING btree ("email_id","id");--> statement-breakpoint
CREATE INDEX "mailings_sent" ON "mailings" USING btree ("sent_at","id");--> statement-breakpoint
CREATE INDEX "emails_state" ON "emails" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "emails_message_id" ON "emails" USING btree ("message_id");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_kind_known" CHECK ("activity"."kind" in ('submission', 'co_author', 'version', 'assignment', 'conflict', 'review', 'payment', 'bank_line', 'person', 'invitation', 'extension', 'settings', 'mail', 'mail_text', 'mailing'));--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_state_known" CHECK ("emails"."state" in ('held', 'queued', 'sent', 'failed', 'bounced', 'kept', 'discarded'));
--> statement-breakpoint
CREATE TRIGGER email_templates_activity AFTER INSERT OR UPDATE OR DELETE ON email_templates FOR EACH ROW
  EXECUTE FUNCTION note_activity('mail_text', '', '', 'revision,changed_at,changed_by', '');
--> statement-breakpoint
CREATE TRIGGER mailings_activity AFTER INSERT OR UPDATE OR DELETE ON mailings FOR EACH ROW
  EXECUTE FUNCTION note_activity('mailing', '', '', 'id,sent_by,sent_at', '');
--> statement-breakpoint
-- What organisers do with a mail; what servers answer is in the mail's own history.
CREATE TRIGGER email_events_activity AFTER INSERT ON email_events FOR EACH ROW WHEN (NEW.actor_id IS NOT NULL)
  EXECUTE FUNCTION note_activity('mail', '', '', 'id,email_id,at,answer,actor_id', '');

