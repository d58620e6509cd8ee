// SPDX-License-Identifier: Apache-2.0
#include "robots/AssimpMesh.h"

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <cmath>
#include <map>
#include <stdexcept>

namespace simbodydem {

namespace {

using SimTK::Vec3;

class AssimpReader {
public:
    AssimpReader(const std::string& path, MeshUpAxis upAxis) : path(path), upAxis(upAxis) {}

    RobotMesh read() {
        Assimp::Importer importer;
        importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, upAxis == MeshUpAxis::AsInRos);
        importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
        // Normals and the like would keep vertices apart that are at one place.
        importer.SetPropertyInteger(AI_CONFIG_PP_RVC_FLAGS,
                                    aiComponent_NORMALS | aiComponent_TANGENTS_AND_BITANGENTS | aiComponent_COLORS |
                                        aiComponent_TEXCOORDS | aiComponent_BONEWEIGHTS | aiComponent_ANIMATIONS |
                                        aiComponent_TEXTURES | aiComponent_LIGHTS | aiComponent_CAMERAS);
        scene = importer.ReadFile(path, aiProcess_RemoveComponent | aiProcess_Triangulate);
        if (!scene || !scene->mRootNode) fail(std::string("assimp cannot read it: ") + importer.GetErrorString());
        takeNode(*scene->mRootNode, aiMatrix4x4());
        if (mesh.triangles.empty()) fail("it has no triangles");
        return std::move(mesh);
    }

private:
    [[noreturn]] void fail(const std::string& reason) const {
        throw std::invalid_argument("RobotMesh: the file '" + path + "': " + reason);
    }

    void takeNode(const aiNode& node, const aiMatrix4x4& ofParent) {
        const aiMatrix4x4 toScene = ofParent * node.mTransformation;
        RobotMesh::Part part;
        part.name = node.mName.C_Str();
        part.firstTriangle = int(mesh.triangles.size());
        vertexAt.clear();
        for (unsigned m = 0; m < node.mNumMeshes; ++m) takeMesh(*scene->mMeshes[node.mMeshes[m]], toScene, part);
        part.numTriangles = int(mesh.triangles.size()) - part.firstTriangle;
        if (part.numTriangles > 0) mesh.parts.push_back(part);
        for (unsigned c = 0; c < node.mNumChildren; ++c) takeNode(*node.mChildren[c], toScene);
    }

    void takeMesh(const aiMesh& from, const aiMatrix4x4& toScene, RobotMesh::Part& part) {
        std::vector<int> index;
        for (unsigned v = 0; v < from.mNumVertices; ++v) index.push_back(takeVertex(from.mVertices[v], toScene));
        const bool isMirrored = toScene.Determinant() < 0;
        for (unsigned f = 0; f < from.mNumFaces; ++f) {
            const aiFace& face = from.mFaces[f];
            if (face.mNumIndices != 3) continue;
            int a = index[face.mIndices[0]], b = index[face.mIndices[1]], c = index[face.mIndices[2]];
            if (isMirrored) std::swap(b, c);
            if (a != b && b != c && c != a) mesh.triangles.push_back({a, b, c});
        }
        aiColor4D color;
        if (!part.color && from.mMaterialIndex < scene->mNumMaterials &&
            scene->mMaterials[from.mMaterialIndex]->Get(AI_MATKEY_COLOR_DIFFUSE, color) == aiReturn_SUCCESS)
            part.color = SimTK::Vec4(color.r, color.g, color.b, color.a);
    }

    // In double precision: the matrix scales millimetres to metres.
    int takeVertex(const aiVector3D& p, const aiMatrix4x4& m) {
        const double x = p.x, y = p.y, z = p.z;
        const std::array<double, 3> at{m.a1 * x + m.a2 * y + m.a3 * z + m.a4, m.b1 * x + m.b2 * y + m.b3 * z + m.b4,
                                       m.c1 * x + m.c2 * y + m.c3 * z + m.c4};
        if (!std::isfinite(at[0]) || !std::isfinite(at[1]) || !std::isfinite(at[2]))
            fail("a coordinate of a vertex is not finite");
        const auto [place, isNew] = vertexAt.try_emplace(at, int(mesh.vertices.size()));
        if (isNew) {
            // Assimp's z is up if the up axis is honoured and y is turned up to it.
            const bool isYUp = upAxis == MeshUpAxis::AsInFile;
            mesh.vertices.push_back(isYUp ? Vec3(at[0], -at[2], at[1]) : Vec3(at[0], at[1], at[2]));
        }
        return place->second;
    }

    const std::string path;
    const MeshUpAxis upAxis;
    const aiScene* scene = nullptr;
    RobotMesh mesh;
    std::map<std::array<double, 3>, int> vertexAt; // of the present part
};

} // namespace

RobotMesh readWithAssimp(const std::string& path, MeshUpAxis upAxis) { return AssimpReader(path, upAxis).read(); }

} // namespace simbodydem
