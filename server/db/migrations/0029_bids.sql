CREATE TABLE "bids" (
	"submission_id" text NOT NULL,
	"reviewer_id" uuid NOT NULL,
	"bid" text NOT NULL,
	CONSTRAINT "bids_submission_id_reviewer_id_pk" PRIMARY KEY("submission_id","reviewer_id"),
	CONSTRAINT "bids_known" CHECK ("bids"."bid" in ('eager', 'willing', 'reluctant'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_experienced" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bids_reviewer" ON "bids" USING btree ("reviewer_id");--> statement-breakpoint
-- Who is experienced was told anew with each proposal; now a proposal says only whether it wants one for every paper.
UPDATE "proposals" SET
  "wish" = ("wish" - 'experienced')
    || jsonb_build_object('oneExperienced', coalesce(jsonb_array_length("wish" -> 'experienced') > 0, false)),
  "answer" = "answer" || '{"other": null}';
