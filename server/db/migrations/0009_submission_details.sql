CREATE TABLE "co_authors" (
	"submission_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"organization" text DEFAULT '' NOT NULL,
	"orcid" text DEFAULT '' NOT NULL,
	CONSTRAINT "co_authors_submission_id_position_pk" PRIMARY KEY("submission_id","position"),
	CONSTRAINT "co_authors_position" CHECK ("co_authors"."position" >= 1),
	CONSTRAINT "co_authors_named" CHECK (trim("co_authors"."name") <> ''),
	CONSTRAINT "co_authors_orcid" CHECK ("co_authors"."orcid" ~ '^(([0-9]{4}-){3}[0-9]{3}[0-9X])?$')
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_kind_known";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_deleted_names_nobody";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "orcid" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "pdf_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "topics" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "details_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "co_authors" ADD CONSTRAINT "co_authors_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "co_authors_email" ON "co_authors" USING btree (lower("email")) WHERE email <> '';--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_kind_known" CHECK ("activity"."kind" in ('submission', 'co_author', 'version', 'assignment', 'conflict', 'review', 'payment', 'bank_line', 'person', 'invitation', 'extension', 'settings'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_orcid" CHECK ("users"."orcid" ~ '^(([0-9]{4}-){3}[0-9]{3}[0-9X])?$');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_deleted_names_nobody" CHECK ("users"."deleted_at" is null or ("users"."disabled_at" is not null and "users"."password_hash" is null
        and "users"."email" like '%.invalid' and "users"."first_name" || "users"."last_name" || "users"."organization" || "users"."phone" || "users"."orcid" = ''
        and "users"."photo_file_id" is null));--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_details_revision" CHECK ("submissions"."details_revision" >= 0);--> statement-breakpoint
-- Nobody is listed twice. Checked at the end of the transaction, so that two may change places.
ALTER TABLE co_authors ADD CONSTRAINT co_authors_email_once
  EXCLUDE USING btree (submission_id WITH =, lower(email) WITH =) WHERE (email <> '') DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE co_authors ADD CONSTRAINT co_authors_orcid_once
  EXCLUDE USING btree (submission_id WITH =, orcid WITH =) WHERE (orcid <> '') DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
CREATE TRIGGER co_authors_activity AFTER INSERT OR UPDATE OR DELETE ON co_authors FOR EACH ROW
  EXECUTE FUNCTION note_activity('co_author', 'submission_id', '', 'submission_id', 'name,email,organization,orcid');
--> statement-breakpoint
DROP TRIGGER submissions_activity ON submissions;
--> statement-breakpoint
CREATE TRIGGER submissions_activity AFTER INSERT OR UPDATE OR DELETE ON submissions FOR EACH ROW
  EXECUTE FUNCTION note_activity('submission', 'id', '',
    'id,serial,paper_id,author_id,updated_at,submitted_at,abstract_decided_at,pdf_title,details_revision', '');
--> statement-breakpoint
DROP TRIGGER users_activity ON users;
--> statement-breakpoint
CREATE TRIGGER users_activity AFTER INSERT OR UPDATE OR DELETE ON users FOR EACH ROW
  EXECUTE FUNCTION note_activity('person', '', 'id', 'id,created_at,last_login_at',
    'email,name,first_name,last_name,organization,phone,orcid,topics,photo_file_id,password_hash');
--> statement-breakpoint
-- Until now every title came from the newest PDF.
UPDATE submissions SET pdf_title = title;
