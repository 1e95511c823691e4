CREATE TABLE "blob_removals" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL
);
