-- Without case and accents, so that a name is found however it is typed; letters that are no accented ones by the table of
-- shared/core/fold.ts. The index of a search keeps what it gives.
CREATE FUNCTION folded(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN octet_length(words) = length(words) THEN lower(words) ELSE
    replace(replace(replace(replace(lower(translate(
      regexp_replace(normalize(words, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]', '', 'g'),
      'ıøØłŁđĐðÐħĦẞÆŒÞ', 'ioollddddhhßæœþ')), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END
$$;
--> statement-breakpoint
DROP INDEX "invitations_search";--> statement-breakpoint
DROP INDEX "submissions_search";--> statement-breakpoint
ALTER TABLE "users" drop column "searched";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "searched" text GENERATED ALWAYS AS (folded(name || chr(10) || email || chr(10) || organization || chr(10) || first_name || ' ' || last_name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "co_authors" drop column "searched";--> statement-breakpoint
ALTER TABLE "co_authors" ADD COLUMN "searched" text GENERATED ALWAYS AS (folded(name || chr(10) || email || chr(10) || organization || chr(10) || orcid)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "invitations_search" ON "invitations" USING gin ("email" gin_trgm_ops,folded("name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "submissions_search" ON "submissions" USING gin ("id" gin_trgm_ops,"paper_id" gin_trgm_ops,folded("title") gin_trgm_ops);--> statement-breakpoint
-- They went with their columns.
CREATE INDEX "users_search" ON "users" USING gin ("searched" gin_trgm_ops,joined("topics") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "co_authors_search" ON "co_authors" USING gin ("searched" gin_trgm_ops);
