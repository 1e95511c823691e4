ALTER TABLE "submission_texts" ADD COLUMN "read_page" text;
--> statement-breakpoint
-- Read again by the job that looks for unread abstracts, so that titles can be held against the page.
UPDATE "submission_texts" SET "read_at" = to_timestamp(0);
