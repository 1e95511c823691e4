-- Lists are searched by any part of a word: trigrams let an index answer that. The extension comes with PostgreSQL, and
-- whoever owns the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- A list of words as one text. As array_to_string, but of texts alone and therefore always the same: an index may use it.
CREATE FUNCTION joined(words text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT array_to_string(words, ' ') $$;
--> statement-breakpoint
CREATE INDEX "activity_entity" ON "activity" USING btree ("entity_id","id");--> statement-breakpoint
CREATE INDEX "payments_search" ON "payments" USING gin ("reference" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "invitations_name" ON "invitations" USING btree (left(lower("name"), 200),"id");--> statement-breakpoint
CREATE INDEX "invitations_search" ON "invitations" USING gin ("email" gin_trgm_ops,"name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_rank" ON "users" USING btree (array_position(array['author', 'reviewer', 'both', 'admin']::text[], "role"),"id");--> statement-breakpoint
CREATE INDEX "users_name" ON "users" USING btree (left(lower("name"), 200),"id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops,"organization" gin_trgm_ops,("first_name" || ' ' || "last_name") gin_trgm_ops,joined("topics") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "co_authors_search" ON "co_authors" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops,"organization" gin_trgm_ops,"orcid" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "submissions_changed" ON "submissions" USING btree ("updated_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "submissions_title" ON "submissions" USING btree (left(lower("title"), 200),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "submissions_rank" ON "submissions" USING btree (array_position(array['abstract_submitted', 'abstract_awaiting_resubmission', 'abstract_declined', 'awaiting_paper', 'paper_submitted', 'reviewer_declined', 'paper_awaiting_resubmission', 'paper_declined', 'awaiting_payment', 'complete', 'withdrawn']::text[], "stage"),"id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "submissions_search" ON "submissions" USING gin ("id" gin_trgm_ops,"paper_id" gin_trgm_ops,"title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "versions_search" ON "versions" USING gin ("file_name" gin_trgm_ops);