ALTER TABLE "emails" ADD COLUMN "decides" text;--> statement-breakpoint
ALTER TABLE "emails" ADD CONSTRAINT "emails_decides_submissions_id_fk" FOREIGN KEY ("decides") REFERENCES "public"."submissions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emails_decides" ON "emails" USING btree ("decides") WHERE decides is not null;--> statement-breakpoint
-- Mails of before: a decision's button leads to its submission.
UPDATE "emails" SET "decides" = "submissions"."id" FROM "submissions"
WHERE "emails"."kind" IN ('abstract_approve', 'abstract_request_change', 'abstract_decline', 'abstract_reopened',
    'paper_approve', 'paper_request_change', 'paper_decline', 'paper_reopened')
  AND "submissions"."id" = substring("emails"."button" ->> 'url' from 'abstractId=([^&#]+)');
