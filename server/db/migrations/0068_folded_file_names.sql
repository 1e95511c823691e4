DROP INDEX "versions_search";--> statement-breakpoint
CREATE INDEX "versions_search" ON "versions" USING gin (folded("file_name") gin_trgm_ops);