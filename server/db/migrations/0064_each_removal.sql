-- Each removal is a row of its own: of two at once the end of one says nothing of the other. Their column is not called as what
-- mentions bytes is: who backs up asks for all of those.
ALTER TABLE "blob_removals" RENAME COLUMN "storage_key" TO "blob_key";--> statement-breakpoint
ALTER TABLE "blob_removals" DROP CONSTRAINT "blob_removals_pkey";--> statement-breakpoint
ALTER TABLE "blob_removals" ADD COLUMN "id" uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "blob_removals" ALTER COLUMN "id" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "blob_removals_blob" ON "blob_removals" USING btree ("blob_key");--> statement-breakpoint
-- As before, but for two things. Planned as if the table were large: it was small whenever it was looked at, and one statement
-- that writes many rows would go through all that it left behind at each sum. And what is left by several such at once is taken
-- as fast as it comes.
CREATE OR REPLACE FUNCTION sum_up_tallies() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  WITH summed AS (
    DELETE FROM tallies WHERE id = ANY(ARRAY(
      SELECT id FROM tallies WHERE id > CASE WHEN NEW.id % 20000 = 0 THEN 0 ELSE NEW.id - 600 END
      ORDER BY id LIMIT CASE WHEN NEW.id % 20000 = 0 THEN 20000 ELSE 1000 END FOR UPDATE SKIP LOCKED))
    RETURNING counted, kind, change)
  INSERT INTO tallies (counted, kind, change)
    SELECT counted, kind, sum(change) FROM summed GROUP BY counted, kind HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
