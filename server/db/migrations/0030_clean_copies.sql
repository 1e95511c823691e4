CREATE TABLE "clean_copies" (
	"source_key" text PRIMARY KEY NOT NULL,
	"storage_key" text,
	"sha256" text,
	"size" bigint,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "clean_copies_whole" CHECK (num_nulls("clean_copies"."storage_key", "clean_copies"."sha256", "clean_copies"."size") in (0, 3))
);
--> statement-breakpoint
CREATE INDEX "clean_copies_storage_key" ON "clean_copies" USING btree ("storage_key");