-- Read again by the job that looks for unread abstracts, so that who has no title gets the page's. Those that have one,
-- or whose author has said that there is none, are not read again.
UPDATE "submission_texts" SET "read_at" = to_timestamp(0) WHERE "submission_id" IN (
  SELECT "id" FROM "submissions" WHERE "title" = '' AND "details_revision" = 0
);
