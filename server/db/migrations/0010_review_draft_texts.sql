CREATE TABLE "review_draft_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" text NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"score" text NOT NULL,
	"comments" text NOT NULL,
	"how" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_draft_texts_how_known" CHECK ("review_draft_texts"."how" in ('saved', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "review_draft_texts" ADD CONSTRAINT "review_draft_texts_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_draft_texts" ADD CONSTRAINT "review_draft_texts_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_draft_texts_draft" ON "review_draft_texts" USING btree ("reviewer_id","submission_id","round","at","id");