CREATE TABLE "publications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"title" text NOT NULL,
	"abstract" text DEFAULT '' NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'ready' NOT NULL,
	"hidden" text DEFAULT '' NOT NULL,
	"file_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "publications_source_known" CHECK ("publications"."source" in ('bibtex', 'csv', 'pdf', 'typed')),
	CONSTRAINT "publications_state_known" CHECK ("publications"."state" in ('reading', 'ready', 'unreadable'))
);
--> statement-breakpoint
CREATE TABLE "submission_texts" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"read_text" text DEFAULT '' NOT NULL,
	"hidden" text DEFAULT '' NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "publications" ADD CONSTRAINT "publications_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_texts" ADD CONSTRAINT "submission_texts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "publications_user" ON "publications" USING btree ("user_id","created_at","id");